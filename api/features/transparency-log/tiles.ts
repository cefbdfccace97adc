import { concatBytes, fromHex, toUtf8 } from '../../../contract/bytes'
import type { ProofMode } from '../../../contract/proof-paths'
import { parseTilePath, TILE_WIDTH } from '../../../contract/tlog/tiles'
import type { TileName } from '../../../contract/tlog/tiles'
import type { CosignedCheckpoint, LogRepository } from '../../ports/trusttag/log-store'
import { formatTlogProof } from '../../../contract/tlog/tlog-proof'
import { proveInclusion } from '../../../contract/tlog/prove'
import type { Repositories } from '../../ports/store'
import type { CredentialRow } from '../../ports/trusttag/credential-store'
import { hashReader } from './append'

/**
 * A tile of hashes, or a bundle of entries, as far as the log has grown. It never changes: a partial one that was asked for by
 * its width stays what it is.
 * @param path such as `tile/0/x001/234.p/5`
 * @returns null for what is no tile, and for one that is not there yet
 */
export async function logTile(
  log: Pick<LogRepository, 'readHashes' | 'readEntries'>,
  mode: ProofMode,
  path: string,
): Promise<Uint8Array | null> {
  const tile = parseTilePath(path)
  const parts = tile && (await readParts(log, mode, tile))
  if (!parts || parts.length < tile.width) return null
  return concatBytes(...parts)
}

async function readParts(
  log: Pick<LogRepository, 'readHashes' | 'readEntries'>,
  mode: ProofMode,
  { level, index, width }: TileName,
): Promise<Uint8Array[]> {
  const from = index * TILE_WIDTH
  if (level === 'entries') return (await log.readEntries(mode, from, width)).map(withLength)
  return (await log.readHashes(mode, level, from, width)).map((hash) => fromHex(hash) ?? new Uint8Array(0))
}

/** An entry with its length before it: two bytes, the greater one first. */
function withLength(entry: string): Uint8Array {
  const bytes = toUtf8(entry)
  return concatBytes(Uint8Array.of(Math.floor(bytes.length / 256), bytes.length % 256), bytes)
}

/**
 * The file that shows that a credential stands in the log: with the first checkpoint that most witnesses signed, or, while
 * none has, with the newest one.
 */
export async function tlogProofOf(
  { log }: Pick<Repositories, 'log'>,
  { mode, logIndex }: Pick<CredentialRow, 'mode' | 'logIndex'>,
): Promise<string> {
  const checkpoint = (await log.bestCosigned(mode, logIndex + 1)) ?? (await log.head(mode))
  if (!checkpoint) throw new Error('There is a credential, but no log.')
  const path = await proveInclusion(logIndex, checkpoint.size, hashReader(log, mode))
  return formatTlogProof({ index: logIndex, path, checkpoint: withCosignatures(checkpoint) })
}

/** A checkpoint as it is handed out. */
export const withCosignatures = ({
  checkpoint,
  cosignatures = [],
}: Pick<CosignedCheckpoint, 'checkpoint'> & Partial<CosignedCheckpoint>): string =>
  checkpoint + cosignatures.map(({ line }) => line).join('')
