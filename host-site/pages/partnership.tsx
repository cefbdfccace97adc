import { useState } from 'react'
import { Link } from 'wouter'
import { inquiryFields, MessageForm, ThankYou } from '../features/messages/message-form'
import { useSiteApi } from '../lib/site-api'
import { type RouteName, routes } from '../paths'
import type { IconName } from '../ui/icon'
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

export const partnershipCards = [
  {
    icon: 'building',
    title: 'Enterprises',
    text: 'See what applicants can do before the first interview, and give your own people a record of what they have learned.',
  },
  {
    icon: 'people',
    title: 'NGOs and training organizations',
    text: 'End a course with a proof that employers can check, even for people who arrived without papers.',
  },
  {
    icon: 'globe',
    title: 'Governments',
    text: 'Make the skills of a region visible, and bring people into work faster.',
  },
] as const satisfies readonly { icon: IconName; title: string; text: string }[]

/** Seed 000 section 2. */
export const partnershipReasons = [
  { icon: 'speed', title: 'Fast implementation', text: 'Send your people a link. There is nothing to install.' },
  { icon: 'globe', title: 'Global reach', text: 'Available in 50+ countries, on any phone with a browser.' },
  {
    icon: 'shield',
    title: 'Proven results',
    text: 'A score, the date it was earned, and an ID that anyone can check.',
  },
] as const satisfies readonly { icon: IconName; title: string; text: string }[]

export const partnershipNotes = [
  {
    title: 'Checking is free',
    text: 'Anyone with a TrustTag ID can check it, without an account.',
    route: 'verify',
    link: 'Verify a TrustTag',
  },
  {
    title: 'Ten or more',
    text: 'For ten or more TrustTags, and for teams, we agree on a price.',
    route: 'checkout',
    link: 'See the packages',
  },
  { title: 'Rather talk?', text: 'Call us and get an answer the same day.', route: 'contact', link: 'Contact us' },
] as const satisfies readonly { title: string; text: string; route: RouteName; link: string }[]
