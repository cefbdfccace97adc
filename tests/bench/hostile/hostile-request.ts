import type { Answer, Sent } from './send'
import type { World } from './world'

/** One row of the table of hostile requests. */
export interface HostileRequest {
  name: string
  /** What is sent, in words. */
  sends: string
  /** The finding that it comes from, or `own`. */
  from: `finding ${number}` | 'own'
  /** What the sender has. A secret key is an owner's: other callers may wait for it only briefly. */
  by: 'public key' | 'member' | 'secret key'
  /** Image work, imports and exports may use the processor, elsewhere than where others wait. */
  judgedByWaitingAlone?: true
  /** Sends it: all that is in one list at once, and one list after the other. Made anew for each round. */
  send(world: World, sendAll: (requests: readonly Sent[]) => Promise<readonly Answer[]>): Promise<unknown>
}

/** So many of something, by number from 0. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
