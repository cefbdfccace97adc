export interface ExpensiveReadLimits {
  /**
   * Milliseconds of processor time for all statements together where the database runs in this process; by the clock, and where
   * it runs elsewhere, five times as many. Only statements count: neither waiting in the queue nor what
   * happens between them.
   */
  maxMs: number
  /** Ends the work, waiting or running: the request's signal. */
  signal?: AbortSignal | undefined
  /** Who asks, for instance an IP address: one caller gets a part of the queue only. */
  caller?: string | undefined
}

/**
 * Runs reads that may take long beside the server: on SQLite in native threads with connections of their own, on PostgreSQL
 * in a small pool of its own. All statements of `work` see the same state of the database; nothing can be written.
 *
 * @param work its database may be used until it settles
 * @throws ApiError `query-limit-exceeded` past `maxMs`, `too-many-requests` where the queue is full, and
 *   `client-closed-request` after the signal; what `work` throws otherwise
 */
export type ExpensiveRead<R> = <T>(work: (db: R) => Promise<T>, limits: ExpensiveReadLimits) => Promise<T>
