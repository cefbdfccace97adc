export interface StoredFile {
  name: string
  /** Epoch milliseconds. */
  changedAt: number
}

/** Where files of members are kept, for all processes of an installation. A name is 32 random hexadecimal digits and an extension; a file never changes. */
export interface Files {
  /**
   * Resolves when the file would survive a power failure; until then there is no file of that name.
   * @throws ApiError `service-unavailable` when it cannot be kept, a full disk for example
   */
  put(name: string, content: Uint8Array): Promise<void>
  /** Null when there is no such file, or the name is none of ours. @throws ApiError `service-unavailable` */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** No error when there is no such file. @throws ApiError `service-unavailable` */
  remove(name: string): Promise<void>
  /** Every file, those included that a killed process left half written. */
  list(): AsyncIterable<StoredFile>
  /**
   * Resolves when files can be read and kept at this moment, as far as asking tells.
   * @throws ApiError `service-unavailable`, its cause says why
   */
  check(): Promise<void>
}
