import type { EndpointName } from '../../../contract/endpoints'
import type { ErrorCode } from '../../../contract/errors'
import type { Call } from '../../../contract/schemas'
import type { CallerName } from '../../support/access-callers'
import type { AccessWorld } from '../../support/access-world'

/** Success, or a refusal with this status and code. */
export type Outcome = 'ok' | `${number} ${ErrorCode}`

export interface AccessRow<K extends EndpointName> {
  /** A valid call of the member for their own data. All callers send the same. */
  input: (world: AccessWorld) => Call<K> | Promise<Call<K>>
  /** SQL that sets up the member's data before each caller. */
  before?: (world: AccessWorld) => void
  answers: Record<CallerName, Outcome>
  /** The input itself proves the member, such as a token: any caller who sends it succeeds. */
  proves?: true
  /** Tables in which this call may change rows of the member, although someone else calls. */
  touches?: readonly string[]
  /** Private fields of others that the caller may read. */
  reveals?: Partial<Record<CallerName, readonly string[]>>
}

export type AccessTable<Names extends EndpointName> = { [K in Names]: AccessRow<K> }

/** Open to all callers. A secret key is not a public key. */
export const everybody = {
  visitor: 'ok',
  member: 'ok',
  otherMember: 'ok',
  teamOwner: 'ok',
  otherApp: 'ok',
  expired: 'ok',
  adminKey: '401 invalid-public-key',
} as const satisfies Record<CallerName, Outcome>

/** For members; the row says what other callers get. */
export const members = {
  ...everybody,
  visitor: '401 login-required',
  otherApp: '401 client/invalid-token',
  expired: '401 client/invalid-token',
} as const satisfies Record<CallerName, Outcome>

/** For the member only; other members get the same refusal. */
export const onlyTheirs = (refusal: Outcome) =>
  ({ ...members, otherMember: refusal, teamOwner: refusal }) satisfies Record<CallerName, Outcome>

/** For the member only, where other callers may be visitors too. */
export const hiddenFromOthers = (refusal: Outcome) =>
  ({
    ...onlyTheirs(refusal),
    visitor: refusal,
    otherApp: refusal,
    expired: refusal,
  }) satisfies Record<CallerName, Outcome>
