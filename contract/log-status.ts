/** How a public log and its witnesses are: what `…/status.json` below each log answers. */
import { proofPaths } from './proof-paths'
import type { ProofMode } from './proof-paths'

/**
 * - `up`: it signed when it was last asked
 * - `waiting`: it has not answered yet, or cannot be reached
 * - `refuses`: it has seen a log that this one is no continuation of
 */
export type WitnessState = 'up' | 'waiting' | 'refuses'

export interface LogStatus {
  /** Name of the log. */
  origin: string
  /** Entries. */
  size: number
  /** Hexadecimal. */
  root: string
  /** When a witness first signed this size: seconds since 1970. Null: none has yet. The log itself tells no time. */
  checkpointTime: number | null
  witnesses: {
    name: string
    /** Run by whoever runs the log. */
    isSelfRun: boolean
    /** The size it last signed; 0 for none. */
    lastSize: number
    /** When, as it says: seconds since 1970. Null where that is not known. */
    lastTime: number | null
    state: WitnessState
  }[]
}

export const logStatusPath = (mode: ProofMode): string => `${proofPaths[mode].log}/status.json`
