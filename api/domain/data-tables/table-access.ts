import type { TableRule } from '../../../contract/data-tables'
import type { MemberRow } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/** Who asks: a member or a visitor of a page, or whoever holds a secret key. */
export type RecordCaller = { kind: 'page'; member: MemberRow | null } | { kind: 'admin' }

/** Whose records somebody may do something with. */
export type RecordScope = 'all' | 'own' | 'none'

const scopes = {
  PUBLIC: () => 'all',
  AUTHENTICATED: (member) => (member ? 'all' : 'none'),
  AUTHENTICATED_OWN: (member) => (member ? 'own' : 'none'),
  ADMIN_ONLY: () => 'none',
} as const satisfies Record<TableRule, (member: MemberRow | null) => RecordScope>

export const scopeOf = (rule: TableRule, caller: RecordCaller): RecordScope =>
  caller.kind === 'admin' ? 'all' : scopes[rule](caller.member)

/** Id of the caller, where the caller is a member. */
export const memberIdOf = (caller: RecordCaller): string | null =>
  caller.kind === 'page' ? (caller.member?.id ?? null) : null

/** @throws ApiError `access-denied` for whom the rule lets do nothing at all */
export function requireScope(rule: TableRule, caller: RecordCaller): Exclude<RecordScope, 'none'> {
  const scope = scopeOf(rule, caller)
  if (scope === 'none') throw new ApiError('access-denied')
  return scope
}
