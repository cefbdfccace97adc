import type { App, ContentGroup, Member, PlanConnection } from '../../contract/entities'
import {
  attributeRows,
  attributes,
  type AttributeValue,
  memberOnlyNegations,
  memberstack1,
  memberstack1Form,
  memberstack1Link,
  withAttribute,
} from '../attributes'
import { tryOrUndefined } from '../lib/errors'
import { $app, $readiness, type Readiness } from '../stores/app'
import { $member } from '../stores/identity'

export interface AccessState {
  /** Undefined while a stored session has not been confirmed. */
  member: Member | null | undefined
  readiness: Readiness
  /** Null until the server has sent it. Until then the content groups are unknown. */
  app: App | null
}

/** Which values of `data-ms-content` are true for the current visitor or member. */
export interface VisibleContent {
  /** The true values, without `!`. */
  holds: readonly string[]
  /** Which other values are known to be false. An unknown value shows neither its element nor the `!` one. */
  others: 'all' | 'built-in' | 'none'
  /** Whether denied nodes can be removed instead of only hidden. */
  final: boolean
  /** Whether the customer portal has anything to manage for the member. */
  pays?: boolean
}

interface ContentState {
  now(): VisibleContent
  stop(): void
}

/**
 * Follows the access state of the page.
 * @param notify called when the visible content changes; other changes of the member cost nothing
 */
export function followContentState(notify: () => void): ContentState {
  let content = read()
  const update = (): void => {
    const next = read()
    if (JSON.stringify(next) === JSON.stringify(content)) return
    content = next
    notify()
  }
  const stops = [$member, $readiness, $app].map((store) => store.listen(update))
  return { now: () => content, stop: () => stops.forEach((stop) => stop()) }
}

/** A malformed response is ignored: gates stay closed, and visitors' content is shown. */
const read = (): VisibleContent =>
  tryOrUndefined(() => visibleContent({ member: $member.get(), readiness: $readiness.get(), app: $app.get() })) ?? {
    holds: [],
    others: 'all',
    final: false,
  }

/**
 * A visitor needs no response: nothing is true. An undecided state shows neither side; after a timeout, visitors'
 * content is shown (design: "gating promise").
 */
export function visibleContent({ member, readiness, app }: AccessState): VisibleContent {
  if (member === null || readiness === 'timed-out') return { holds: [], others: 'all', final: member === null }
  if (member === undefined || readiness !== 'known') return { holds: [], others: 'none', final: false }
  const active = member.planConnections.filter((connection) => connection.active)
  const teams = member.teams.joinedTeams.filter((team) => team.active)
  const groups = (app?.contentGroups ?? []).filter((group) => !isBuiltIn(group.key) && hasGroupAccess(group, member))
  return {
    holds: [
      ...builtInNames.filter((name) => builtIn[name](member, active, teams)),
      ...[...active, ...teams].map(({ planId }) => planId),
      ...groups.map(({ key }) => key),
    ],
    others: app ? 'all' : 'built-in',
    final: true,
    pays: member.stripeCustomerId !== null || member.planConnections.some(isPaid),
  }
}

type BuiltIn = AttributeValue<'content'>

const isPaid = ({ payment }: PlanConnection): boolean => payment !== null
const isTrialing = ({ status }: PlanConnection): boolean => status === 'TRIALING'
const isFailed = ({ status, payment }: PlanConnection): boolean =>
  status === 'REQUIRES_PAYMENT' || payment?.status.toLowerCase() === 'failed'

/** A connection without a payment is free (design: "three tests for free"). A team's owner pays for its members. */
const builtIn: Record<
  BuiltIn,
  (member: Member, active: readonly PlanConnection[], teams: readonly unknown[]) => boolean
> = {
  members: () => true,
  verified: (member) => member.verified,
  'paid-plans': (_member, active, teams) => active.some(isPaid) || teams.length > 0,
  'free-plans': (_member, active) => !active.every(isPaid),
  'no-plans': (_member, active, teams) => [...active, ...teams].length === 0,
  'is-trialing': (_member, active) => active.some(isTrialing),
  'has-password': (member) => member.auth.hasPassword,
  'has-failed-payment': (member) => member.planConnections.some(isFailed),
  'is-admin': (member) => member.isModerator === true || member.permissions.includes('admin'),
}

const builtInNames: readonly BuiltIn[] = attributeRows.content.values
export const isBuiltIn = (name: string): boolean => builtInNames.some((one) => one === name)

/**
 * Whether a person has access to a content group. Decided here from the member, so that a plan just joined applies
 * immediately.
 * @param member null for a visitor
 */
export const hasGroupAccess = (
  { allowAllMembers, plans }: Pick<ContentGroup, 'allowAllMembers' | 'plans'>,
  member: Member | null,
): boolean =>
  member !== null &&
  (allowAllMembers ||
    [...member.planConnections, ...member.teams.joinedTeams].some(
      ({ active, planId }) => active && plans.some(({ id }) => id === planId),
    ))

/**
 * Whether a value of `data-ms-content` shows its element; undefined while that is unknown.
 * @param value with or without `!`; an empty one gates nothing
 */
export function letsShow(content: VisibleContent, value: string): boolean | undefined {
  const { holds, others } = content
  if (value === '') return true
  const inverted = value.startsWith('!')
  const name = inverted ? value.slice(1) : value
  if (holds.includes(name)) return !inverted
  if (inverted && isForMembers(content, name)) return false
  return others === 'all' || (others === 'built-in' && isBuiltIn(name)) ? inverted : undefined
}

/** No element has two IDs, so this excludes none. Three IDs have more weight than most rules of a page. */
export const OUTWEIGHING = ':not(#a#b#c)'

/** CSS that hides denied content, and elements that the current visitor or member can't use. */
export function hidingRules(content: VisibleContent): string {
  const selectors = [...deniedContent(content), ...uselessElements(content), ...uselessInMemberstack1(content)]
  return `${publicVariables(content)}${selectors.map((selector) => selector + OUTWEIGHING).join(',')}{display:none !important}`
}

/** Selects the elements whose own `data-ms-content` hides them. */
export const hiddenContent = (content: VisibleContent): string => deniedContent(content).join(',')

/**
 * For the page's own CSS (docs/install.md): the first shows a page with a late script tag; the second is set while the
 * access state is unknown.
 */
const publicVariables = ({ others }: VisibleContent): string =>
  `:root{--ms-gate:visible${others === 'none' ? ';--ms-waiting:hidden' : ''}}`

/** Whether only members see the `!` of a value. */
const isForMembers = ({ holds, others }: VisibleContent, name: string): boolean =>
  others === 'all' && !holds.includes('members') && memberOnlyNegations.includes(name)

const carries = (value?: string): string => withAttribute(attributes.content, value)

/** Any value that begins with `!`. */
const INVERTED = `${carries().slice(0, -1)}^="!"]`

/** Lists what may be shown, so that an unknown value is hidden. An empty value gates nothing. */
function deniedContent(content: VisibleContent): string[] {
  const { holds, others } = content
  const shown = ['', ...holds, ...knownFalse(content).map((name) => `!${name}`)].map(carries)
  if (others === 'all') shown.push(INVERTED)
  const inverted = [...holds, ...memberOnlyNegations.filter((name) => isForMembers(content, name))]
  const denied = others === 'all' ? inverted.map((name) => carries(`!${name}`)) : []
  return [carries() + shown.map((one) => `:not(${one})`).join(''), ...denied]
}

/** The built-in values that are known to be false while the others are unknown. */
const knownFalse = ({ holds, others }: VisibleContent): readonly string[] =>
  others === 'built-in' ? builtInNames.filter((name) => !holds.includes(name)) : []

function uselessElements({ holds, pays }: VisibleContent): string[] {
  const useless: string[] = []
  const isMember = holds.includes('members')
  if (!isMember) useless.push('logout', 'login-redirect', 'delete-member', 'add-passkey', 'end-other-sessions')
  if (!isMember || holds.includes('verified')) useless.push('resend-verification-email')
  if (!pays) useless.push('customer-portal')
  const actions = useless.map((value) => withAttribute(attributes.action, value))
  return isMember ? actions : [...actions, ...FOR_MEMBERS]
}

const forMembersInMemberstack1 = [
  ...[memberstack1.logout, memberstack1.dataLogout, memberstack1.memberPage].map((name) => `[${name}]`),
  `[${memberstack1.profile}]`,
  `[${memberstack1.dataMembership}="redirect"]`,
  ...['logout', 'profile', 'member-page', 'membership/redirect'].flatMap((path) => [
    memberstack1Link(path),
    memberstack1Form(path),
  ]),
]
const forVisitorsInMemberstack1 = [`[${memberstack1.hideElement}]`, memberstack1Link('login')]

/** Markup of Memberstack 1.0 that hides itself, before its layer runs. While the member is unknown, both sides hide. */
const uselessInMemberstack1 = ({ holds, others }: VisibleContent): readonly string[] => [
  ...(holds.includes('members') ? [] : forMembersInMemberstack1),
  ...(holds.includes('members') || others === 'none' ? forVisitorsInMemberstack1 : []),
]

/** Memberstack hides these from visitors, so pages rely on it (docs/decisions/widget.md). */
const FOR_MEMBERS: readonly string[] = [
  withAttribute(attributes.modal, 'profile'),
  ...['profile', 'email', 'password'].map((kind) => withAttribute(attributes.form, kind)),
  withAttribute(attributes.planRemove),
]
