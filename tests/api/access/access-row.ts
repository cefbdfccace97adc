import type { EndpointName } from '../../../contract/endpoints'
import type { ErrorCode } from '../../../contract/errors'
import type { Call } from '../../../contract/schemas'
import type { CallerName } from '../../support/access-callers'
import type { AccessWorld } from '../../support/access-world'

/** What a caller gets: it is done, or it is refused with this status and code. */
export type Outcome = 'ok' | `${number} ${ErrorCode}`

export interface AccessRow<K extends EndpointName> {
  /** What the member would send for a thing of their own. Everybody sends the same. */
  input: (world: AccessWorld) => Call<K> | Promise<Call<K>>
  /** What the member must not have for that, or must have: SQL, before each caller. */
  before?: (world: AccessWorld) => void
  answers: Record<CallerName, Outcome>
  /** What the input itself proves: whoever sends it is the member, whatever else they send. */
  proves?: true
  /** Tables in which others change rows of the member on purpose. */
  touches?: readonly string[]
  /** Private fields of others that a caller reads on purpose. */
  reveals?: Partial<Record<CallerName, readonly string[]>>
}

/** An endpoint without a row does not compile. */
export type AccessTable<Names extends EndpointName> = { [K in Names]: AccessRow<K> }

/** For everybody, whoever they are; a secret key is nobody's public key. */
export const everybody = {
  visitor: 'ok',
  member: 'ok',
  otherMember: 'ok',
  teamOwner: 'ok',
  otherApp: 'ok',
  expired: 'ok',
  adminKey: '401 invalid-public-key',
} as const satisfies Record<CallerName, Outcome>

/** For members; what others than the member get of it stands in the row. */
export const members = {
  ...everybody,
  visitor: '401 login-required',
  otherApp: '401 client/invalid-token',
  expired: '401 client/invalid-token',
} as const satisfies Record<CallerName, Outcome>

/** For the member alone: other members are refused alike. */
export const onlyTheirs = (refusal: Outcome) =>
  ({ ...members, otherMember: refusal, teamOwner: refusal }) satisfies Record<CallerName, Outcome>

/** For the member alone where others may be visitors, too. */
export const hiddenFromOthers = (refusal: Outcome) =>
  ({
    ...onlyTheirs(refusal),
    visitor: refusal,
    otherApp: refusal,
    expired: refusal,
  }) satisfies Record<CallerName, Outcome>
