/** The state of a public log and its witnesses, as returned by `…/status.json` below each log. */
import { proofPaths } from './proof-paths'
import type { ProofMode } from './proof-paths'

/**
 * - `up`: it signed the last request
 * - `waiting`: it has not responded yet, or is unreachable
 * - `refuses`: it has seen a log that this one does not continue
 */
export type WitnessState = 'up' | 'waiting' | 'refuses'

export interface LogStatus {
  /** Name of the log. */
  origin: string
  /** Entries. */
  size: number
  /** Hexadecimal. */
  root: string
  /** When a witness first signed this size: seconds since 1970. Null: none has yet. The log itself has no time. */
  checkpointTime: number | null
  witnesses: {
    name: string
    /** Run by the operator of the log. */
    isSelfRun: boolean
    /** The last size it signed; 0 for none. */
    lastSize: number
    /** Time of its last signature: seconds since 1970. Null if unknown. */
    lastTime: number | null
    state: WitnessState
  }[]
}

export const logStatusPath = (mode: ProofMode): string => `${proofPaths[mode].log}/status.json`
