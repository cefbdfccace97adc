import type { ProofMode } from '../../../contract/proof-paths'

/** Where a log stands. */
export interface LogHeadRow {
  mode: ProofMode
  /** Entries. */
  size: number
  /** Signed by the log: of this size. */
  checkpoint: string
}

/** A hash of a tile: level zero are the leaves, the next level the roots of 256 of them, and so on. */
export interface TileHashRow {
  level: number
  position: number
  /** Hexadecimal. */
  hash: string
}

export interface LogAppend extends LogHeadRow {
  /** The bytes that are hashed are its UTF-8. Its place is `size - 1`. */
  entry: string
  /** The leaf, and every tile root that it completes. */
  hashes: readonly TileHashRow[]
}

/** A witness's signature below a checkpoint. */
export interface CosignatureRow {
  mode: ProofMode
  /** Of the checkpoint. */
  size: number
  /** Name of the witness. */
  witness: string
  /** With its newline. */
  line: string
  /** As the witness says: seconds since 1970. */
  time: number
}

/** Only ever added to. */
export interface LogRepository {
  /** Null before the first entry. */
  head(mode: ProofMode): Promise<LogHeadRow | null>
  /** The same, held until the transaction ends: one at a time appends. */
  lock(mode: ProofMode): Promise<LogHeadRow | null>
  append(append: LogAppend): Promise<void>
  /** Hexadecimal, in order; fewer where there are fewer. */
  readHashes(mode: ProofMode, level: number, from: number, count: number): Promise<string[]>
  /** In order; fewer where there are fewer. */
  readEntries(mode: ProofMode, from: number, count: number): Promise<string[]>
  /** Those of some `revoke` entries that the log has. */
  findRevocations(mode: ProofMode, entries: readonly string[]): Promise<string[]>
  /** The `revoke` entries among `count` entries of any kind from a place on, in no order. */
  listRevocations(mode: ProofMode, from: number, count: number): Promise<{ position: number; entry: string }[]>
  /** Keeps a checkpoint that witnesses signed with what they signed; a line that is there stays as it is. */
  addCosignature(checkpoint: string, cosignature: CosignatureRow): Promise<void>
  /**
   * The checkpoint that has most cosignatures, the first of these, of the next 200 cosigned ones of at least that size and the
   * newest; its lines in the order of their times.
   */
  bestCosigned(mode: ProofMode, size: number): Promise<CosignedCheckpoint | null>
  /** The newest that has any. */
  newestCosigned(mode: ProofMode): Promise<CosignedCheckpoint | null>
  /** Size of the newest that this witness signed; 0 for none. */
  newestSizeOf(mode: ProofMode, witness: string): Promise<number>
}

export interface CosignedCheckpoint {
  size: number
  /** Without the witnesses' lines. */
  checkpoint: string
  cosignatures: Pick<CosignatureRow, 'witness' | 'line' | 'time'>[]
}
