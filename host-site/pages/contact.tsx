import { useState } from 'react'
import { Link } from 'wouter'
import { ContactWays } from '../features/messages/contact-ways'
import { useContactFields } from '../features/messages/message-fields'
import { MessageForm, ThankYou } from '../features/messages/message-form'
import { useSiteApi } from '../lib/site-api-context'
import { routes } from '../paths'
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
            <ThankYou text="A person reads your message and answers by email in 5-7 business days." />
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
        Do you speak for an organization? <Link href={routes.partnership.path}>Partner with TrustTag</Link>
      </p>
    </Page>
  )
}
