import { concatBytes, equalBytes, fromHex, toHex, toUtf8 } from '../../../contract/bytes'
import { leafHashOf } from '../../../contract/credential/log-entry'
import { logOrigin, type ProofMode, proofModes } from '../../../contract/proof-paths'
import { parseTreeHead, type TreeHead } from '../../../contract/tlog/checkpoint'
import { HASH_BYTES } from '../../../contract/tlog/merkle'
import { proveInclusion, rootOf } from '../../../contract/tlog/prove'
import { parseNote, type VerifierKey } from '../../../contract/tlog/signed-note'
import { foldFull, parseTilePath, type ReadHashes, TILE_WIDTH, type TileName } from '../../../contract/tlog/tiles'
import { formatTlogProof } from '../../../contract/tlog/tlog-proof'
import type { Database, Db, Tx } from '../../database/db'
import { ConfigError } from '../../lib/settings'
import {
  findBestCosigned,
  findLogHead,
  insertLogEntry,
  lockLog,
  readLogEntries,
  readLogHashes,
  updateCheckpoint,
} from './repository'
import type { CosignedCheckpoint, LogHeadRow, TileHashRow } from './repository'

/** The keys of the public logs. Test Mode has its own. */
export interface LogSigner {
  /** Origin of all URLs in credentials, without a trailing slash. */
  origin: string
  /** Oldest first; the last one signs. */
  logKeys(mode: ProofMode): readonly VerifierKey[]
  /** Signs a checkpoint. Only for a tree that is being committed: two trees of one size must not differ. */
  signCheckpoint(mode: ProofMode, head: Omit<TreeHead, 'origin'>): Promise<string>
  /**
   * Whether a log that was signed under another origin is continued under this one. Only the server does: a command may
   * have been started with other settings.
   */
  mayChangeOrigin?: boolean
}

export interface AppendedEntry {
  index: number
  /** Hexadecimal. */
  leafHash: string
}

/**
 * Appends an entry and signs the new tree, in the caller's transaction: every committed entry has a signed checkpoint,
 * and no checkpoint is published without its commit.
 * @param entry see `logEntry`
 * @throws {ConfigError} in a command whose origin is not the log's
 */
export async function appendEntry(
  tx: Tx,
  { issuer }: { issuer: LogSigner },
  mode: ProofMode,
  entry: string,
): Promise<AppendedEntry> {
  const head = await lockLog(tx, mode)
  const index = head?.size ?? 0
  const leafHash = leafHashOf(entry)
  const stored = hashReader(tx, mode)
  if (head) requireOrigin(issuer, mode, await requireSigned(head, stored))
  const hashes: TileHashRow[] = [{ level: 0, position: index, hash: toHex(leafHash) }]
  const read = withNew(stored, hashes)
  // A full tile is one hash of the level above, and may complete a tile there.
  for (let level = 1, width = TILE_WIDTH; (index + 1) % width === 0; level += 1, width *= TILE_WIDTH) {
    const position = (index + 1) / width - 1
    hashes.push({ level, position, hash: toHex(await readTileRoot(level, position, read)) })
  }
  const size = index + 1
  const root = await rootOf(size, read)
  const checkpoint = await issuer.signCheckpoint(mode, { size, root })
  await insertLogEntry(tx, { mode, size, checkpoint, entry, hashes })
  return { index, leafHash: toHex(leafHash) }
}

/** Never sign a tree that does not extend the last signed one, even if the database is damaged. */
async function requireSigned(head: LogHeadRow, read: ReadHashes): Promise<TreeHead> {
  const { size } = head
  const signed = parseHead(head)
  if (signed?.size !== size || !equalBytes(signed.root, await rootOf(size, read)))
    throw new Error('The stored hashes do not match the last signed tree: the log is damaged.')
  return signed
}

const parseHead = ({ checkpoint }: LogHeadRow): TreeHead | null => parseTreeHead(parseNote(checkpoint)?.text ?? '')

function requireOrigin({ origin, mayChangeOrigin = false }: LogSigner, mode: ProofMode, signed: TreeHead): void {
  const own = logOrigin(origin, mode)
  if (signed.origin !== own && !mayChangeOrigin)
    throw new ConfigError(
      `The public log is ${signed.origin}, but this command would sign it as ${own}. Start it with the server's settings: PUBLIC_ISSUER_URL, or what it is derived from, PUBLIC_API_URL and API_PORT.`,
    )
}

/**
 * Signs the newest tree of each log again that was signed under another origin, so that verifiers accept its proofs. Size
 * and root stay: for witnesses it is the same tree.
 * @param onOther called for each such log, with the origin that its checkpoint named
 */
export async function restoreLogOrigin(
  store: Database,
  issuer: LogSigner,
  onOther: (mode: ProofMode, other: string) => void,
): Promise<void> {
  for (const mode of proofModes) {
    if (!isOfOther(await findLogHead(store, mode), logOrigin(issuer.origin, mode))) continue
    const other = await store.transaction(async (tx) => {
      const head = await lockLog(tx, mode)
      // Another process may have been first.
      if (!isOfOther(head, logOrigin(issuer.origin, mode))) return null
      const { size, root, origin } = await requireSigned(head, hashReader(tx, mode))
      await updateCheckpoint(tx, { mode, size, checkpoint: await issuer.signCheckpoint(mode, { size, root }) })
      return origin
    })
    if (other !== null) onOther(mode, other)
  }
}

/** Also true for an invalid checkpoint: `requireSigned` then reports the damage. */
const isOfOther = (head: LogHeadRow | null, own: string): head is LogHeadRow =>
  head !== null && parseHead(head)?.origin !== own

/** Reads and caches whole tiles: a proof or root takes one query per level and edge. Create one per use. */
export function hashReader(db: Db, mode: ProofMode): ReadHashes {
  const tiles = new Map<string, Promise<readonly Uint8Array[]>>()
  const readTileHashes = async (level: number, from: number) =>
    (await readLogHashes(db, mode, { level, from, count: TILE_WIDTH })).map(toHash)
  return async (level, from, count) => {
    const start = from - (from % TILE_WIDTH)
    const name = `${level} ${start}`
    const tile = tiles.get(name) ?? readTileHashes(level, start)
    tiles.set(name, tile)
    return (await tile).slice(from - start, from - start + count)
  }
}

function toHash(hash: string): Uint8Array {
  const bytes = fromHex(hash)
  if (bytes?.length !== HASH_BYTES) throw new Error('The log contains an invalid hash.')
  return bytes
}

/** Adds hashes that are not stored yet after the stored ones of their level. */
const withNew =
  (read: ReadHashes, fresh: readonly TileHashRow[]): ReadHashes =>
  async (level, from, count) => {
    const stored = await read(level, from, count)
    const added = fresh.filter(
      (one) => one.level === level && one.position >= from + stored.length && one.position < from + count,
    )
    return [...stored, ...added.map(({ hash }) => toHash(hash))]
  }

/** The root of 256 hashes of the level below. */
async function readTileRoot(level: number, position: number, read: ReadHashes): Promise<Uint8Array> {
  const hashes = await read(level - 1, position * TILE_WIDTH, TILE_WIDTH)
  if (hashes.length !== TILE_WIDTH) throw new Error(`The log has missing hashes on level ${level - 1}.`)
  return foldFull(hashes)
}

/**
 * A tile of hashes or bundle of entries. Immutable: the path of a partial one contains its width.
 * @param path such as `tile/0/x001/234.p/5`
 * @returns null for an invalid path, and for a tile that does not exist yet
 */
export async function logTile(db: Db, mode: ProofMode, path: string): Promise<Uint8Array | null> {
  const tile = parseTilePath(path)
  const parts = tile && (await readParts(db, mode, tile))
  if (!parts || parts.length < tile.width) return null
  return concatBytes(...parts)
}

async function readParts(db: Db, mode: ProofMode, { level, index, width }: TileName): Promise<Uint8Array[]> {
  const from = index * TILE_WIDTH
  if (level === 'entries') return (await readLogEntries(db, mode, from, width)).map(withLength)
  return (await readLogHashes(db, mode, { level, from, count: width })).map(
    (hash) => fromHex(hash) ?? new Uint8Array(0),
  )
}

/** An entry after its length: two bytes, big-endian. */
function withLength(entry: string): Uint8Array {
  const bytes = toUtf8(entry)
  return concatBytes(Uint8Array.of(Math.floor(bytes.length / 256), bytes.length % 256), bytes)
}

/** The proof that an entry is in the log, with the first checkpoint that most witnesses signed, else the newest. */
export async function tlogProofOf(db: Db, { mode, logIndex }: { mode: ProofMode; logIndex: number }): Promise<string> {
  const checkpoint = (await findBestCosigned(db, mode, logIndex + 1)) ?? (await findLogHead(db, mode))
  if (!checkpoint) throw new Error('A credential exists, but the log is empty.')
  const path = await proveInclusion(logIndex, checkpoint.size, hashReader(db, mode))
  return formatTlogProof({ index: logIndex, path, checkpoint: withCosignatures(checkpoint) })
}

export const withCosignatures = ({
  checkpoint,
  cosignatures = [],
}: Pick<CosignedCheckpoint, 'checkpoint'> & Partial<CosignedCheckpoint>): string =>
  checkpoint + cosignatures.map(({ line }) => line).join('')
