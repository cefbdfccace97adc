import type { Answer, Sent } from './send'
import type { World } from './world'

/** One row of the table of hostile requests. */
export interface HostileRequest {
  name: string
  /** Describes the request. */
  sends: string
  /** The finding that it comes from, or `own`. */
  from: `finding ${number}` | 'own'
  /** The sender's credentials. A secret key is an owner's: other callers may wait for it only briefly. */
  by: 'public key' | 'member' | 'secret key'
  /** Image and video work, imports and exports may use the processor, in a thread that does not block other requests. */
  judgedByWaitingAlone?: true
  /** Sends the request: each list in parallel, one list after the other. Built again for each round. */
  send(world: World, sendAll: (requests: readonly Sent[]) => Promise<readonly Answer[]>): Promise<unknown>
}

/** A list of this length, built from indexes that start at 0. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
