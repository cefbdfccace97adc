import type { WorkSampleKind, WorkSampleMediaType } from '../../contract/work-sample-types'
import type { StoredFile } from './files'

/**
 * Where large files are kept, part by part: no more than a part is ever in memory. Parts of one file may come to different
 * processes. A name is 32 random hexadecimal digits and an extension; under any other there is nothing. What cannot be reached
 * rejects with ApiError `service-unavailable`.
 */
export interface Uploads {
  /**
   * Writes a part. When this resolves the part would survive a power failure; when it fails, the file is as it was. A stretch
   * that is written again must be of the same file: which of two that differ is kept is not promised, only that what is read,
   * typed and digested later is one and the same.
   * @param offset where the part begins; at 0 the file is made
   * @returns the bytes that the file holds up to the part's end; where it is shorter than the offset, it is left alone, and
   *   this is its length
   * @throws ApiError `service-unavailable` when it cannot be kept, on a full disk for example
   */
  write(name: string, offset: number, part: Uint8Array): Promise<number>
  /** Bytes; null when there is no such file. */
  size(name: string): Promise<number | null>
  /** A part of a file from the first to the last byte named; the file is opened when something is read, and only then. */
  read(name: string, first: number, last: number): ReadableStream<Uint8Array<ArrayBuffer>>
  /** What the file's beginning says that it is; null for what nobody takes, undefined while too little has arrived. */
  kindOf(name: string): Promise<WorkSampleKind | null | undefined>
  /**
   * What a whole file is by its content; null for what nobody takes. A film must have pictures: its tracks are read.
   * @throws ApiError `too-many-requests` when many films are being looked at
   */
  typeOf(name: string): Promise<WorkSampleMediaType | null>
  /** Hexadecimal SHA-256 of the file. */
  digest(name: string): Promise<string>
  /** No error when there is no such file. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<StoredFile>
  /** See `Files.check`. */
  check(): Promise<void>
  /** Runs the work when no earlier work for the same key is under way, in whatever process of the installation. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>
}
