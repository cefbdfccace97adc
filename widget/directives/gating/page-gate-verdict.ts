import type { ContentGroup, Member } from '../../../contract/entities'
import { gatesPath, type GatedGroup, leadsRound } from '../../lib/gated-paths'
import type { Readiness } from '../../stores/app'
import { hasGroupAccess } from './group-access'

export interface PageState {
  /** `location.pathname`. */
  path: string
  /** The app's content groups; null until the server has told them. */
  groups: readonly ContentGroup[] | null
  /** Those of an earlier visit, null when there are none. */
  before: readonly GatedGroup[] | null
  /** Undefined while a stored session has not been confirmed. */
  member: Member | null | undefined
  readiness: Readiness
}

/**
 * `open`: shows. `unknown`: nobody has told yet which addresses are gated. `undecided`: it is gated, but not known for
 * whom. `closed-before`: gated by what was known at the last visit, and a visitor is looking. Else the group that sends
 * the person away.
 */
export type PageVerdict = 'open' | 'unknown' | 'undecided' | 'closed-before' | ContentGroup

/** Whoever lacks access to one of the groups that gate an address is sent away by the first of them. */
export function pageVerdict({ path, groups, before, member, readiness }: PageState): PageVerdict {
  const known = groups ?? before
  if (!known) return 'unknown'
  if (!known.some((group) => gatesPath(group, path))) return 'open'
  if (member === undefined || (member && readiness !== 'known')) return 'undecided'
  // What an earlier visit left behind may be out of date: it hides, and sends nobody anywhere.
  if (!groups) return member ? 'undecided' : 'closed-before'
  return closingGroup(groups, member, path) ?? 'open'
}

/** Whether the groups' redirects send this person from page to page without an end. */
export const leadsInCircles = (groups: readonly ContentGroup[], member: Member | null, path: string): boolean =>
  leadsRound((page) => closingGroup(groups, member, page)?.redirect, path)

const closingGroup = (groups: readonly ContentGroup[], member: Member | null, path: string): ContentGroup | undefined =>
  groups.find((group) => gatesPath(group, path) && !hasGroupAccess(group, member))
