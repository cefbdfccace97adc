import * as v from 'valibot'
import { createIssuer } from '../../api/features/credentials/issuer'
import { credentialDigest, logEntry, parseLogEntry } from '../../contract/credential/log-entry'
import { proofModes } from '../../contract/proof-paths'
import { checkpointFaults, logFaults } from './log-faults'
import { dumpDatabase } from './dump-database'
import type { KillableInstallation } from './killable-installation'
import { KILLABLE_ISSUER } from './start-killable-api'

const ALL = 1_000_000

/**
 * Faults of the logs: each must be complete with exactly one entry per TrustTag, plus status lists. For stopped
 * installations without deletions.
 */
export async function logFaultsAfterKill(installation: KillableInstallation): Promise<string[]> {
  const store = await installation.openStore()
  try {
    const issuer = await createIssuer({
      origin: KILLABLE_ISSUER,
      keys: installation.keys(store),
      now: Date.now,
    })
    const tables = dumpDatabase(installation.file)
    const faults: string[] = []
    for (const mode of proofModes) {
      const ofMode = (table: string) => rows(tables[table]).filter((row) => row['mode'] === mode)
      const entries = await store.log.readEntries(mode, 0, ALL)
      const signed = ofMode('log_checkpoints').map((row) => String(row['checkpoint']))
      faults.push(...(await logFaults(store.log, mode, issuer.logKeys(mode))))
      faults.push(...(await checkpointFaults(entries, signed, issuer.logKeys(mode))))
      const credentials = ofMode('tag_credentials')
      const digests = new Set(credentials.map((row) => logEntry('issue', String(row['digest']))))
      for (const entry of entries)
        if (parseLogEntry(entry)?.type !== 'status' && !digests.delete(entry))
          faults.push(`an entry of no TrustTag, or a second one: ${entry}`)
      for (const entry of digests) faults.push(`a credential without its entry: ${entry}`)
      faults.push(
        ...credentials
          .filter((row) => !isInPlace(row, entries))
          .map((row) => `${String(row['tag_id'])} is not in its place`),
      )
    }
    const proven = new Set(rows(tables['tag_credentials']).map((row) => row['tag_id']))
    const bare = rows(tables['tags']).filter((tag) => !proven.has(tag['id']))
    return [...faults, ...bare.map((tag) => `${String(tag['id'])} is issued and not in the log`)]
  } finally {
    await store.close()
  }
}

function isInPlace(row: Record<string, unknown>, entries: readonly string[]): boolean {
  const digest = credentialDigest(JSON.parse(String(row['credential'])))
  return row['digest'] === digest && entries[Number(row['log_index'])] === logEntry('issue', digest)
}

const rows = (table: unknown[] | undefined): Record<string, unknown>[] =>
  v.parse(v.array(v.record(v.string(), v.unknown())), table)
