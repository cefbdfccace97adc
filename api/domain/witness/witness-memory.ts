/** The newest checkpoint of a log that a witness has signed. */
export interface SeenCheckpoint {
  /** With the log's signatures that were right, and the witness's own. */
  checkpoint: string
  /** Leaves. */
  size: number
  root: Uint8Array
  /** Of the witness's signature: seconds since 1970. */
  time: number
}

/** What a witness must never forget. */
export interface WitnessMemory {
  /** @param origin name of the log. @returns null before its first checkpoint */
  read(origin: string): Promise<SeenCheckpoint | null>
  /**
   * Looks, decides and remembers as one step, whoever else does so at the same time. What is decided is remembered for good
   * before this resolves.
   * @param decide is asked again when somebody else was faster; `seen` null leaves everything as it is
   */
  update<T>(
    origin: string,
    decide: (seen: SeenCheckpoint | null) => Promise<{ seen: SeenCheckpoint | null; result: T }>,
  ): Promise<T>
}
