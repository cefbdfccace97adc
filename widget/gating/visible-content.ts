import type { App, ContentGroup, Member, PlanConnection } from '../../contract/entities'
import { attributeRows, attributes, type AttributeValue, withAttribute } from '../attributes'
import { tryOrUndefined } from '../lib/errors'
import { $app, $readiness, type Readiness } from '../stores/app'
import { $member } from '../stores/identity'

export interface AccessState {
  /** Undefined while a stored session has not been confirmed. */
  member: Member | null | undefined
  readiness: Readiness
  /** Null until the server has sent it: the content groups are unknown then. */
  app: App | null
}

/** Which values of `data-ms-content` are true for the current person. */
export interface VisibleContent {
  /** The true values, without `!`. */
  holds: readonly string[]
  /** Which of the other values are known to be false. An unknown value shows neither its element nor the `!` one. */
  others: 'all' | 'built-in' | 'none'
  /** Whether denied nodes may leave the page, rather than only be hidden. */
  final: boolean
  /** Whether the member has something to manage in the customer portal. */
  pays?: boolean
}

export interface ContentState {
  now(): VisibleContent
  stop(): void
}

/**
 * Follows who is looking at the page.
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

/** A malformed response counts as none: gates stay shut and the visitors' side shows. */
const read = (): VisibleContent =>
  tryOrUndefined(() => visibleContent({ member: $member.get(), readiness: $readiness.get(), app: $app.get() })) ?? {
    holds: [],
    others: 'all',
    final: false,
  }

/**
 * A visitor needs no response: nothing is true. An undecided state shows neither side; without a response in time the
 * visitors' side shows (design: "gating promise").
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

/** A connection without a payment is free (design: "three tests for free"). The owner of a team pays for its members. */
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
 * Whether a person has access to a content group. Decided from the member here, so that a plan just joined counts at
 * once.
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
export function letsShow({ holds, others }: VisibleContent, value: string): boolean | undefined {
  if (value === '') return true
  const inverted = value.startsWith('!')
  const name = inverted ? value.slice(1) : value
  if (holds.includes(name)) return !inverted
  return others === 'all' || (others === 'built-in' && isBuiltIn(name)) ? inverted : undefined
}

/** No element has two ids, so this excludes none; three ids outweigh most rules of a page. */
export const OUTWEIGHING = ':not(#a#b#c)'

/** CSS that hides denied content, and the actions that the current person cannot use. */
export function hidingRules(content: VisibleContent): string {
  const selectors = [...deniedContent(content), ...uselessActions(content)]
  return `${publicVariables(content)}${selectors.map((selector) => selector + OUTWEIGHING).join(',')}{display:none !important}`
}

/** Selects the elements whose own `data-ms-content` hides them. */
export const hiddenContent = (content: VisibleContent): string => deniedContent(content).join(',')

/**
 * For the page's own CSS (docs/install.md): the first reveals a page with a late script tag, the second is set while
 * nobody knows who is looking.
 */
const publicVariables = ({ others }: VisibleContent): string =>
  `:root{--ms-gate:visible${others === 'none' ? ';--ms-waiting:hidden' : ''}}`

const carries = (value?: string): string => withAttribute(attributes.content, value)

/** Any value that begins with `!`. */
const INVERTED = `${carries().slice(0, -1)}^="!"]`

/** Names what may show, so that an unknown value is hidden; an empty one gates nothing. */
function deniedContent(content: VisibleContent): string[] {
  const { holds, others } = content
  const shown = ['', ...holds, ...knownFalse(content).map((name) => `!${name}`)].map(carries)
  if (others === 'all') shown.push(INVERTED)
  const denied = others === 'all' ? holds.map((name) => carries(`!${name}`)) : []
  return [carries() + shown.map((one) => `:not(${one})`).join(''), ...denied]
}

/** The built-in values that are known to be false while the others are unknown. */
const knownFalse = ({ holds, others }: VisibleContent): readonly string[] =>
  others === 'built-in' ? builtInNames.filter((name) => !holds.includes(name)) : []

function uselessActions({ holds, pays }: VisibleContent): string[] {
  const useless: string[] = []
  if (!holds.includes('members')) useless.push('logout')
  if (!holds.includes('members') || holds.includes('verified')) useless.push('resend-verification-email')
  if (!pays) useless.push('customer-portal')
  return useless.map((value) => withAttribute(attributes.action, value))
}
