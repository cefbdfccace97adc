import { useState } from 'react'
import { Link } from 'wouter'
import { partnershipCards, partnershipNotes, partnershipReasons } from '../content/partnership'
import { inquiryFields } from '../features/messages/message-fields'
import { MessageForm, ThankYou } from '../features/messages/message-form'
import { useSiteApi } from '../lib/site-api-context'
import { routes } from '../paths'
import { Feature, Page } from '../ui/page'

export function PartnershipPage() {
  return (
    <Page {...routes.partnership} eyebrow="For organizations" drawing="strike">
      <ul className="columns">
        {partnershipCards.map((card) => (
          <li key={card.title} className="card">
            <Feature {...card} level="h2" />
          </li>
        ))}
      </ul>
      <section className="why" aria-labelledby="why">
        <h2 id="why">Why Partner</h2>
        <ul className="columns">
          {partnershipReasons.map((reason) => (
            <li key={reason.title}>
              <Feature {...reason} />
            </li>
          ))}
        </ul>
      </section>
      <div className="split top">
        <Inquiry />
        <aside className="notes" aria-label="Before you write">
          {partnershipNotes.map(({ title, text, route, link }) => (
            <section key={title}>
              <h2>{title}</h2>
              <p className="soft">{text}</p>
              <Link href={routes[route].path}>{link}</Link>
            </section>
          ))}
        </aside>
      </div>
    </Page>
  )
}

function Inquiry() {
  const api = useSiteApi()
  const [sent, setSent] = useState(false)
  if (sent) return <ThankYou text="We have your inquiry. You will hear from us within 24 hours." />
  return (
    <section className="inquiry" aria-labelledby="inquiry">
      <h2 id="inquiry">Send an inquiry</h2>
      <p className="soft">Tell us who you are and what you have in mind. You will hear from us within 24 hours.</p>
      <MessageForm
        fields={inquiryFields}
        label="Send Inquiry"
        send={({ email = '', organizationName = '', contactName = '', useCase = '', ...rest }) =>
          api.send('sendInquiry', { ...rest, email, organizationName, contactName, useCase })
        }
        onSent={() => setSent(true)}
      />
    </section>
  )
}
