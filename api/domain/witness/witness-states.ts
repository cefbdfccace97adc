import type { WitnessState } from '../../../contract/log-status'
import type { ProofMode } from '../../../contract/proof-paths'

/** How a witness took one of the logs when it was last asked. */
export interface WitnessReport {
  state: WitnessState
  /** What it last signed; null where it has not since this process started. */
  last: { size: number; time: number } | null
}

/** What this process knows of its witnesses. Every process asks them itself, so nothing of it is stored. */
export interface WitnessStates {
  /** @param name of the witness */
  read(mode: ProofMode, name: string): WitnessReport
  write(mode: ProofMode, name: string, report: WitnessReport): void
}

export function createWitnessStates(): WitnessStates {
  const reports = new Map<string, WitnessReport>()
  const keyOf = (mode: ProofMode, name: string): string => `${mode} ${name}`
  return {
    read: (mode, name) => reports.get(keyOf(mode, name)) ?? { state: 'waiting', last: null },
    write: (mode, name, report) => void reports.set(keyOf(mode, name), report),
  }
}
