import { parseLogEntry } from '../../contract/credential/log-entry'
import type { StatusVersion } from '../../contract/credential/log-entry'
import { hashLeaf } from '../../contract/tlog/merkle'
import { rootOf } from '../../contract/tlog/prove'
import { foldFull, TILE_WIDTH, tilePath } from '../../contract/tlog/tiles'
import type { ReadHashes } from '../../contract/tlog/tiles'
import { aFinding } from './finding'
import type { Finding } from './finding'
import type { LogSource } from './log-source'
import { absence, readAhead, readTile, tilesOf } from './tiles'

export interface EntriesAudit {
  /** Entries up to the first missing part. */
  tree: GrownTree
  counts: { issue: number; revoke: number }
  /** Versions by number of the status list, oldest first. */
  lists: Map<number, StatusVersion[]>
  findings: Finding[]
}

/** Reads and checks every entry, and stops at a missing part. @param size the signed number of entries */
export async function auditEntries(source: LogSource, size: number): Promise<EntriesAudit> {
  const audit: EntriesAudit = { tree: growTree(), counts: { issue: 0, revoke: 0 }, lists: new Map(), findings: [] }
  const issued = new Map<string, number>()
  for await (const [tile, entries] of readAhead(tilesOf('entries', size), (one) => readTile(source, one))) {
    if (typeof entries === 'string') {
      audit.findings.push(absence(entries, tilePath(tile), `${tile.width} entries from ${tile.index * TILE_WIDTH} on`))
      break
    }
    for (const entry of entries) addEntry(audit, issued, entry)
  }
  return audit
}

/** Invalid UTF-8 becomes a letter that no entry has. */
const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

function addEntry(audit: EntriesAudit, issued: Map<string, number>, bytes: Uint8Array): void {
  const { tree, counts, findings } = audit
  const place = tree.size()
  tree.add(bytes)
  const entry = parseLogEntry(decoder.decode(bytes))
  if (!entry) {
    findings.push(aFinding('ENTRY', `Entry ${place} is not valid for a log of TrustTags.`))
    return
  }
  if (entry.type === 'status') {
    addVersion(audit, entry, place)
    return
  }
  counts[entry.type] += 1
  if (entry.type === 'revoke') return
  const first = issued.get(entry.digest)
  if (first === undefined) issued.set(entry.digest, place)
  else findings.push(aFinding('DUPLICATE', `Entry ${place} repeats entry ${first}: digest ${entry.digest}.`))
}

/** A version must follow or repeat the previous one. */
function addVersion({ lists, findings }: EntriesAudit, { list, version, digest }: StatusVersion, place: number): void {
  const versions = lists.get(list) ?? []
  lists.set(list, versions)
  const last = versions.at(-1)
  if (last?.version === version && last.digest === digest) return
  if (version !== (last?.version ?? 0) + 1) {
    const before = last ? `after version ${last.version}` : 'as the first one'
    const text = `Entry ${place} has version ${version} of status list ${list} ${before}.`
    findings.push(aFinding('UNREVOKED', text))
    return
  }
  versions.push({ list, version, digest })
}

/** Built from entries alone, not from hashes that the log serves. */
export interface GrownTree {
  add(entry: Uint8Array): void
  /** Number of entries. */
  size(): number
  rootAt(size: number): Promise<Uint8Array>
  levels: readonly (readonly Uint8Array[])[]
}

function growTree(): GrownTree {
  const leaves: Uint8Array[] = []
  const levels: Uint8Array[][] = [leaves]
  const read: ReadHashes = (level, from, count) => Promise.resolve((levels[level] ?? []).slice(from, from + count))
  return {
    levels,
    size: () => leaves.length,
    rootAt: (size) => rootOf(size, read),
    add(entry) {
      leaves.push(hashLeaf(entry))
      // A full tile is one hash on the next level.
      for (let level = 0, row = leaves; row.length % TILE_WIDTH === 0; level += 1) {
        const above = (levels[level + 1] ??= [])
        above.push(foldFull(row.slice(-TILE_WIDTH)))
        row = above
      }
    },
  }
}
