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
 * A tile of hashes or a bundle of entries. Immutable: the path of a partial one has its width.
 * @param path such as `tile/0/x001/234.p/5`
 * @returns null for an invalid path, and for a tile that does not exist yet
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

/** An entry after its length: two bytes, big-endian. */
function withLength(entry: string): Uint8Array {
  const bytes = toUtf8(entry)
  return concatBytes(Uint8Array.of(Math.floor(bytes.length / 256), bytes.length % 256), bytes)
}

/** The proof that an entry is in the log: with the first checkpoint that most witnesses signed, else with the newest. */
export async function tlogProofOf(
  { log }: Pick<Repositories, 'log'>,
  { mode, logIndex }: Pick<CredentialRow, 'mode' | 'logIndex'>,
): Promise<string> {
  const checkpoint = (await log.bestCosigned(mode, logIndex + 1)) ?? (await log.head(mode))
  if (!checkpoint) throw new Error('There is a credential, but no log.')
  const path = await proveInclusion(logIndex, checkpoint.size, hashReader(log, mode))
  return formatTlogProof({ index: logIndex, path, checkpoint: withCosignatures(checkpoint) })
}

export const withCosignatures = ({
  checkpoint,
  cosignatures = [],
}: Pick<CosignedCheckpoint, 'checkpoint'> & Partial<CosignedCheckpoint>): string =>
  checkpoint + cosignatures.map(({ line }) => line).join('')
