import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { Member } from '../../../contract/entities'
import { errorText } from '../../lib/errors'
import { Disclosure, MemberStatus, Section, ValueBox, WaitingNote } from './parts'
import { useLoaded, useSidebar } from './sidebar-context'

/** The logged-in member. */
export function MemberTab() {
  const member = useStore(useSidebar().store.memberData)
  const { problem, logIn, logOut } = useSession()
  return (
    <>
      <div className="summary">
        <MemberStatus />
        <button type="button" className="button" onClick={member ? logOut : logIn}>
          {member ? 'Logout' : 'Login'}
        </button>
      </div>
      <div role="alert">{problem && <p className="note">{problem}</p>}</div>
      {member ? <Details member={member} /> : <p className="note">Log in to see the member data of this page.</p>}
    </>
  )
}

function Details({ member }: { member: Member }) {
  const fields = Object.entries(member.customFields).filter(([, value]) => value !== null && value !== '')
  const metaData = Object.entries(member.metaData)
  return (
    <>
      <Section title="Member" edit="members">
        <ValueBox label="ID" value={member.id} />
        <ValueBox label="Email" value={member.auth.email} />
        <ValueBox label="Created" value={shortDate(member.createdAt)} />
        <ValueBox label="Verified" value={member.verified} />
      </Section>
      <Section title="Custom Fields" edit="profile">
        {fields.length === 0 && <p className="note">No values yet.</p>}
        {fields.map(([key, value]) => (
          <ValueBox key={key} label={key} value={value} />
        ))}
      </Section>
      <MemberPlans member={member} />
      <Section title="Metadata">
        {metaData.length === 0 && <p className="note">No metadata.</p>}
        {metaData.map(([key, value]) => (
          <ValueBox key={key} label={key} value={value} />
        ))}
      </Section>
      <MemberJson key={member.id} />
      <Section title="Raw Member Data" raw={member} />
    </>
  )
}

/** For example `Mar 5, 2026`. */
const shortDate = (iso: string): string => new Date(iso).toLocaleDateString('en-US', { dateStyle: 'medium' })

function MemberPlans({ member }: { member: Member }) {
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

/** Loaded each time the tab opens. */
function MemberJson() {
  const { client } = useSidebar()
  const request = useLoaded(true, () => client.getMemberJSON())
  return (
    <Section title="Member JSON" raw={request.value?.data}>
      {!request.value && <WaitingNote request={request} />}
    </Section>
  )
}

/** Logs in and out of the page. */
function useSession(): { problem: string; logIn: () => void; logOut: () => void } {
  const { client, window } = useSidebar()
  const [problem, setProblem] = useState('')
  const isBusy = useRef(false)
  const doing = (work: () => Promise<void>) => async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setProblem('')
    await work().catch((error: unknown) => setProblem(errorText(error)))
    isBusy.current = false
  }
  const logIn = doing(async () => {
    const { type } = await client.openModal('LOGIN')
    client.hideModal()
    // The page already has the member. This reads the server's state.
    if (type !== 'CLOSED') await client.getCurrentMember()
  })
  const logOut = doing(async () => {
    await client.logout()
    window.location.reload()
  })
  return { problem, logIn: () => void logIn(), logOut: () => void logOut() }
}
