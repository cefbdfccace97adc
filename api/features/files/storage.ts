import type { WorkSampleKind, WorkSampleMediaType } from '../../../contract/work-sample-types'

declare module '../../http/services' {
  interface Services {
    files: Files
    uploads: Uploads
  }
}

export interface StoredFile {
  name: string
  /** Epoch milliseconds. */
  changedAt: number
}

/** Members' images, shared by all processes. Files have a stored name and never change. */
export interface Files {
  /** Atomic and durable when it resolves. @throws ApiError `service-unavailable` when it cannot be stored, for example on a full disk */
  put(name: string, content: Uint8Array): Promise<void>
  /** Null without such a file. @throws ApiError `service-unavailable` */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Succeeds without such a file. @throws ApiError `service-unavailable` */
  remove(name: string): Promise<void>
  /** Includes half-written files of a killed process. */
  list(): AsyncIterable<StoredFile>
  /** Resolves when the storage responds. @throws ApiError `service-unavailable` with a cause */
  check(): Promise<void>
}

/**
 * Work samples, uploaded in parts, one part in memory at a time. Parts of a file may go to different processes. All methods reject with
 * ApiError `service-unavailable` while the storage is unreachable.
 */
export interface Uploads {
  /**
   * Durable when it resolves; unchanged after an error. A range that is written again must have the same bytes: which version wins is
   * undefined, but all later reads see the same one.
   * @param offset start of the part in bytes; 0 creates the file
   * @returns the file's length up to the end of the part; if less than the offset, nothing was written
   * @throws ApiError `service-unavailable` when it cannot be stored, for example on a full disk
   */
  write(name: string, offset: number, part: Uint8Array): Promise<number>
  /** In bytes; null without such a file. */
  size(name: string): Promise<number | null>
  /** Includes the first and the last byte. The file is opened at the first read. */
  read(name: string, first: number, last: number): ReadableStream<Uint8Array<ArrayBuffer>>
  /** By the first bytes; null: unsupported, undefined: too few bytes yet. */
  kindOf(name: string): Promise<WorkSampleKind | null | undefined>
  /** By content, including video tracks; null for an unsupported type. @throws ApiError `too-many-requests` for a full queue of videos */
  typeOf(name: string): Promise<WorkSampleMediaType | null>
  /** Hexadecimal SHA-256. */
  digest(name: string): Promise<string>
  /** Succeeds without such a file. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<StoredFile>
  check(): Promise<void>
  /** Keyed mutex across processes. */
  withLock<T>(key: string, work: () => Promise<T>): Promise<T>
}

const NAME = /^[\da-f]{32}\.[a-z\d]{2,5}$/u

/** 32 random hexadecimal digits and an extension. Only such names become paths or keys. */
export const isStoredName = (name: string): boolean => NAME.test(name)

export interface ByteSource {
  size: number
  /** Fewer bytes at the end of the file. */
  at(position: number, length: number): Promise<Buffer>
}
