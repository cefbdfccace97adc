import type { Member } from '../../lib/membership'

const asName = (member: Member): string =>
  ['first-name', 'last-name']
    .map((key) => member.customFields[key])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')

const asDay = (iso: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))

/** The member's own details. */
export function ProfileCard({ member }: { member: Member }) {
  return (
    <dl className="card details">
      <div>
        <dt>Name</dt>
        <dd>{asName(member) || 'Not given'}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{member.auth.email}</dd>
      </div>
      <div>
        <dt>Member since</dt>
        <dd>
          <time dateTime={member.createdAt}>{asDay(member.createdAt)}</time>
        </dd>
      </div>
    </dl>
  )
}
