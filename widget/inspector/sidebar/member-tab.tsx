import { useStore } from '@nanostores/react'
import type { Member } from '../../../contract/entities'
import { MemberJson } from './member-json'
import { MemberPlans } from './member-plans'
import { MemberStatus } from './member-status'
import { Section } from './section'
import { useSidebar } from './sidebar-context'
import { useSession } from './use-session'
import { ValueBox } from './value-box'

/** Who is logged in, and all that is known of them. */
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
      {member ? <Details member={member} /> : <p className="note">Log in to see what this page knows of a member.</p>}
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
        {fields.length === 0 && <p className="note">None is filled in.</p>}
        {fields.map(([key, value]) => (
          <ValueBox key={key} label={key} value={value} />
        ))}
      </Section>
      <MemberPlans member={member} />
      <Section title="Metadata">
        {metaData.length === 0 && <p className="note">There is none.</p>}
        {metaData.map(([key, value]) => (
          <ValueBox key={key} label={key} value={value} />
        ))}
      </Section>
      <MemberJson key={member.id} />
      <Section title="Raw Member Data" raw={member} />
    </>
  )
}

/** Such as `Mar 5, 2026`. */
const shortDate = (iso: string): string => new Date(iso).toLocaleDateString('en-US', { dateStyle: 'medium' })
