import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { siteConfig } from '../content/site-config'
import { MessageForm, ThankYou, useContactFields } from '../features/messages/message-form'
import { useSiteApi } from '../lib/site-api'
import { routes } from '../paths'
import { Icon, type IconName } from '../ui/icon'
import { Page } from '../ui/page'

export function ContactPage() {
  const api = useSiteApi()
  const [sent, setSent] = useState(false)
  const fields = useContactFields()
  return (
    <Page {...routes.contact}>
      <div className="split top">
        <section aria-labelledby="write">
          <h2 id="write">Write to us</h2>
          {sent ? (
            <ThankYou text="A person reads your message and replies by email in 5-7 business days." />
          ) : (
            <MessageForm
              fields={fields}
              label="Send Message"
              send={({ email = '', name = '', message = '', ...rest }) =>
                api.send('sendContactMessage', { ...rest, email, name, message })
              }
              onSent={() => setSent(true)}
            />
          )}
        </section>
        <ContactWays />
      </div>
      <p>
        Writing for an organization? <Link href={routes.partnership.path}>Partner with TrustTag</Link>
      </p>
    </Page>
  )
}

export function ContactWays() {
  const { contact, serviceArea, hours, paidReply } = siteConfig
  const { email, phone } = contact
  return (
    <aside className="ways" aria-label="Other ways to reach us">
      <Way icon="message" title="Text message">
        <p>
          <a href={phone.href.replace('tel:', 'sms:')}>{phone.label}</a>
        </p>
        <p className="soft">For a quicker response: text is the fastest way.</p>
      </Way>
      <Way icon="phone" title="Phone">
        <p>
          <a href={phone.href}>{phone.label}</a>
        </p>
        <p className="soft">Answered the same day.</p>
      </Way>
      <Way icon="mail" title="Email">
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
        <p className="soft">Reply in 5-7 business days.</p>
      </Way>
      <Way icon="check" title="You bought a TrustTag?">
        <p className="soft">Write from your account’s email address. We reply {paidReply}.</p>
      </Way>
      <Way icon="clock" title="Business hours">
        <dl className="hours">
          {hours.map(({ days, time }) => (
            <div key={days}>
              <dt>{days}</dt>
              <dd>{time}</dd>
            </div>
          ))}
        </dl>
      </Way>
      <Way icon="pin" title="Service area">
        <p className="soft">{serviceArea}</p>
      </Way>
    </aside>
  )
}

function Way({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section>
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </section>
  )
}
