import type { Member } from '../../../contract/entities'
import { Disclosure } from './disclosure'
import { Section } from './section'
import { ValueBox } from './value-box'

/** The customer id at the payment provider, and one row for each plan. */
export function MemberPlans({ member }: { member: Member }) {
  return (
    <Section title="Plans" edit="plans">
      <ValueBox label="Customer ID" value={member.stripeCustomerId} />
      {member.planConnections.map(({ id, planId, planName, type, status, payment }) => (
        <Disclosure
          key={id}
          className="card"
          title={
            <span>
              <b>{planName}</b> <small>{status}</small>
            </span>
          }
        >
          <ValueBox label="Plan ID" value={planId} />
          <ValueBox label="Type" value={type} />
          {payment && <ValueBox label="Price ID" value={payment.priceId} />}
          <ValueBox label="Connection ID" value={id} />
        </Disclosure>
      ))}
    </Section>
  )
}
