import type { AdminOutput } from '../../../contract/admin/schemas'
import { membersTexts } from '../../texts/english/members'
import { useTexts } from '../../texts/texts'
import { Badge } from '../../ui/page'
import type { Column } from '../../ui/table'
import { Time } from '../../ui/values'
import type { MemberDefinition } from './definition'
import type { Status } from './filter'

export type ListedMember = AdminOutput<'listMembers'>[number]
type Connection = ListedMember['planConnections'][number]

/** Prefix of the columns of custom fields. */
const FIELD = 'field.'

export const defaultColumns: readonly string[] = ['plans', 'verified', 'joined', 'lastLogin']

/** The member's name, from fields whose key ends with `name`, in the order of the definition. */
export function nameOf(fields: ListedMember['customFields'], definition: Pick<MemberDefinition, 'fields'>): string {
  return definition.fields
    .filter(({ key, type }) => type === 'text' && /(?:^|-)name$/u.test(key))
    .flatMap(({ key }) => (typeof fields[key] === 'string' && fields[key] ? [fields[key]] : []))
    .join(' ')
}

export function useStatusNames(): Readonly<Record<Status, string>> {
  const t = useTexts(membersTexts)
  return {
    ACTIVE: t.statusActive,
    TRIALING: t.statusTrialing,
    REQUIRES_PAYMENT: t.statusRequiresPayment,
    REQUIRES_AUTHENTICATION: t.statusRequiresAuthentication,
    CANCELED: t.statusCanceled,
  }
}

/** A plan of a member; its color and words say whether it is paid. */
export function PlanBadge({ connection: { planName, status, payment } }: { connection: Connection }) {
  const t = useTexts(membersTexts)
  const names = useStatusNames()
  if (payment?.status === 'FAILED') return <Badge tone="bad">{`${planName} · ${t.failed}`}</Badge>
  if (status === 'ACTIVE') return <Badge tone={payment ? 'good' : 'accent'}>{planName}</Badge>
  const tone = status === 'TRIALING' ? 'accent' : status === 'CANCELED' ? undefined : 'warn'
  return <Badge {...(tone && { tone })}>{`${planName} · ${names[status]}`}</Badge>
}

function Plans({ member }: { member: ListedMember }) {
  const current = member.planConnections.filter(({ status }) => status !== 'CANCELED')
  if (current.length === 0) return <span className="muted">–</span>
  return (
    <span className="row">
      {current.map((connection) => (
        <PlanBadge key={connection.id} connection={connection} />
      ))}
    </span>
  )
}

/** The address, with the name below unless it has a column of its own. */
function Title({ email, name }: { email: string; name: string }) {
  return (
    <span className="member-title">
      <span>{email}</span> {name && <span className="muted">{name}</span>}
    </span>
  )
}

const NAME = 'name'

/** All columns from which a person can choose. @param chosen their IDs */
export function useMemberColumns(definition: MemberDefinition, chosen: readonly string[]): Column<ListedMember>[] {
  const t = useTexts(membersTexts)
  const providerNames = new Map(definition.providers.map(({ provider, name }) => [provider, name]))
  const loginsOf = ({ auth }: ListedMember) =>
    [
      ...(auth.hasPassword ? [t.password] : []),
      ...auth.providers.map(({ provider }) => providerNames.get(provider) ?? provider),
    ].join(', ')
  return [
    {
      id: 'email',
      label: t.email,
      isTitle: true,
      isSortable: true,
      render: ({ auth, customFields }) => (
        <Title email={auth.email} name={chosen.includes(NAME) ? '' : nameOf(customFields, definition)} />
      ),
    },
    { id: NAME, label: t.name, render: ({ customFields }) => shown(nameOf(customFields, definition), t) },
    { id: 'plans', label: t.plans, render: (member) => <Plans member={member} /> },
    {
      id: 'verified',
      label: t.verified,
      render: ({ verified }) => (verified ? <Badge tone="good">{t.yes}</Badge> : <Badge>{t.no}</Badge>),
    },
    { id: 'provider', label: t.provider, render: (member) => shown(loginsOf(member), t) },
    { id: 'joined', label: t.joined, isSortable: true, render: ({ createdAt }) => <Time value={createdAt} /> },
    { id: 'lastLogin', label: t.lastLogin, isSortable: true, render: ({ lastLogin }) => <Time value={lastLogin} /> },
    { id: 'id', label: t.id, render: ({ id }) => <code>{id}</code> },
    ...definition.fields.map(({ key, label }) => ({
      id: FIELD + key,
      label,
      render: ({ customFields }: ListedMember) => shown(customFields[key] ?? null, t),
    })),
  ]
}

function shown(value: string | number | boolean | null, t: { yes: string; no: string }) {
  if (value === null || value === '') return <span className="muted">–</span>
  return typeof value === 'boolean' ? (value ? t.yes : t.no) : String(value)
}
