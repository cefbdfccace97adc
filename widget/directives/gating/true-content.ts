import type { App, Member, PlanConnection } from '../../../contract/entities'
import { attributeValues, type AttributeValue } from '../../attributes'
import type { Readiness } from '../../stores/app'
import { hasGroupAccess } from './group-access'

export interface AccessState {
  /** Undefined while a stored session has not been confirmed. */
  member: Member | null | undefined
  readiness: Readiness
  /** Null while it is not known: then nobody can say which content groups there are. */
  app: App | null
}

/** What a state says of the values of `data-ms-content`. */
export interface TrueContent {
  /** Values that hold, without `!`. */
  holds: readonly string[]
  /** Which of the others are known not to hold. What is not known shows neither side. */
  others: 'all' | 'built-in' | 'none'
  /** Whether nodes may be taken off the page for it, rather than only be hidden. */
  final: boolean
  /** Whether there is something that the member manages at the provider. */
  pays?: boolean
}

type BuiltIn = AttributeValue<'content'>

const isPaid = ({ payment }: PlanConnection): boolean => payment !== null
const isTrialing = ({ status }: PlanConnection): boolean => status === 'TRIALING'
const isFailed = ({ status, payment }: PlanConnection): boolean =>
  status === 'REQUIRES_PAYMENT' || payment?.status.toLowerCase() === 'failed'

/** A connection without a payment is free (design: "three tests for free"); what a team shares, its owner pays. */
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

const builtInNames: readonly BuiltIn[] = attributeValues.content
export const isBuiltIn = (name: string): boolean => builtInNames.some((one) => one === name)

/**
 * The values of `data-ms-content` that hold. A visitor is known without any answer: nothing holds. What is undecided
 * shows neither side; without an answer in time the visitor's side shows (design: "gating promise").
 */
export function trueContent({ member, readiness, app }: AccessState): TrueContent {
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

/**
 * Whether a value of `data-ms-content` lets its element show; undefined while that is not known.
 * @param value with or without `!`; an empty one gates nothing
 */
export function letsShow({ holds, others }: TrueContent, value: string): boolean | undefined {
  if (value === '') return true
  const inverted = value.startsWith('!')
  const name = inverted ? value.slice(1) : value
  if (holds.includes(name)) return !inverted
  return others === 'all' || (others === 'built-in' && isBuiltIn(name)) ? inverted : undefined
}

/** The built-in values that are known not to hold while the others are not known. */
export const knownFalse = ({ holds, others }: TrueContent): readonly string[] =>
  others === 'built-in' ? builtInNames.filter((name) => !holds.includes(name)) : []
