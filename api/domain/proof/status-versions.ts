import { digestOfBits } from '../../../contract/credential/check-logged-list'
import { parseLogEntry, statusEntry } from '../../../contract/credential/log-entry'
import type { StatusVersion } from '../../../contract/credential/log-entry'
import { STATUS_LIST_BITS, STATUS_REFRESH_ENTRIES, STATUS_TAIL_ENTRIES } from '../../../contract/limits'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { LogRepository } from '../../ports/trusttag/log-store'
import { appendEntry } from './append-entry'
import type { AppendedEntry } from './append-entry'

/** A version of a status list as the log has it. */
export interface LoggedVersion extends StatusVersion {
  /** Of its entry, from zero. */
  logIndex: number
}

/**
 * The newest logged version of each status list, from the end of the log: each list is entered again every
 * STATUS_REFRESH_ENTRIES entries, so that nobody has to read more.
 * @param size of the log
 * @returns by number of the list; a list of a time before versions were logged is missing
 */
export async function newestVersions(
  log: Pick<LogRepository, 'readEntries'>,
  mode: ProofMode,
  size: number,
): Promise<Map<number, LoggedVersion>> {
  const from = Math.max(0, size - STATUS_TAIL_ENTRIES)
  const newest = new Map<number, LoggedVersion>()
  for (const [at, text] of (await log.readEntries(mode, from, size - from)).entries()) {
    const entry = parseLogEntry(text)
    if (entry?.type === 'status') newest.set(entry.list, { ...entry, logIndex: from + at })
  }
  return newest
}

/**
 * Appends entries in the caller's transaction, and then the newest version of every list where the log has grown past the
 * next multiple of STATUS_REFRESH_ENTRIES.
 * @returns where the given entries are
 */
export async function appendEntries(
  { log }: Pick<Repositories, 'log'>,
  services: Pick<Services, 'issuer'>,
  mode: ProofMode,
  entries: readonly string[],
): Promise<AppendedEntry[]> {
  const from = (await log.lock(mode))?.size ?? 0
  const end = from + entries.length
  const isDue = Math.floor(from / STATUS_REFRESH_ENTRIES) < Math.floor(end / STATUS_REFRESH_ENTRIES)
  const versions = isDue ? await newestVersions(log, mode, from) : new Map<number, StatusVersion>()
  const appended: AppendedEntry[] = []
  for (const text of entries) {
    const entry = parseLogEntry(text)
    if (isDue && entry?.type === 'status') versions.set(entry.list, entry)
    appended.push(await appendEntry({ log }, services, mode, text))
  }
  for (const version of versions.values()) await appendEntry({ log }, services, mode, statusEntry(version))
  return appended
}

/** Bits from the left. @param set indexes of the ones that are 1 */
export function toBits(set: readonly number[]): Uint8Array {
  const bits = new Uint8Array(STATUS_LIST_BITS / 8)
  for (const index of set) {
    const at = Math.floor(index / 8)
    bits[at] = (bits[at] ?? 0) | (0x80 >> (index % 8))
  }
  return bits
}

export const digestOfIndexes = (set: readonly number[]): string => digestOfBits(toBits(set))
