import type { WorkSampleKind, WorkSampleMediaType } from '../../../contract/work-sample-types'

export interface StoredFile {
  name: string
  /** Epoch milliseconds. */
  changedAt: number
}

/** Images of members, shared by all processes of an installation. Files have a stored name and never change. */
export interface Files {
  /**
   * Resolves when the file would survive a power failure; before that, no file has the name.
   * @throws ApiError `service-unavailable` when it cannot be stored, for example on a full disk
   */
  put(name: string, content: Uint8Array): Promise<void>
  /** Null without such a file. @throws ApiError `service-unavailable` */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Succeeds without such a file. @throws ApiError `service-unavailable` */
  remove(name: string): Promise<void>
  /** Lists all files, also half-written ones of a killed process. */
  list(): AsyncIterable<StoredFile>
  /**
   * Resolves when the storage answers.
   * @throws ApiError `service-unavailable` with a cause
   */
  check(): Promise<void>
}

/**
 * Work samples, uploaded in parts; only one part is in memory. Parts of one file may go to different processes. All methods
 * reject with ApiError `service-unavailable` while the storage is unreachable.
 */
export interface Uploads {
  /**
   * Writes a part. It then survives a power failure; after an error the file is unchanged. A range that is written again must
   * have the same bytes: it is undefined which version of a range wins, but all later reads see the same one.
   * @param offset start of the part in bytes; 0 creates the file
   * @returns the length of the file up to the end of the part; if that is less than the offset, nothing was written
   * @throws ApiError `service-unavailable` when it cannot be stored, for example on a full disk
   */
  write(name: string, offset: number, part: Uint8Array): Promise<number>
  /** In bytes; null without such a file. */
  size(name: string): Promise<number | null>
  /** Reads from the first to the last byte, both included. The file is opened at the first read. */
  read(name: string, first: number, last: number): ReadableStream<Uint8Array<ArrayBuffer>>
  /** Kind by the first bytes; null for an unsupported one, undefined while too few have arrived. */
  kindOf(name: string): Promise<WorkSampleKind | null | undefined>
  /**
   * Type by content; null for an unsupported one. The tracks of a video are read.
   * @throws ApiError `too-many-requests` while many videos are being checked
   */
  typeOf(name: string): Promise<WorkSampleMediaType | null>
  /** Hexadecimal SHA-256 of the file. */
  digest(name: string): Promise<string>
  /** Succeeds without such a file. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<StoredFile>
  /** See `Files.check`. */
  check(): Promise<void>
  /** Keyed lock: runs the work when all earlier work of the key has ended, across processes. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>
}

const NAME = /^[\da-f]{32}\.[a-z\d]{2,5}$/u

/** Whether a name is 32 random hexadecimal digits and an extension. Only such names become paths or keys. */
export const isStoredName = (name: string): boolean => NAME.test(name)
