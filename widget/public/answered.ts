/** TYPES shared by the groups of client methods. */

/** Every result has its value in `data`. `message` is a text for the person, if the server sends one. */
export interface Answered<T> {
  data: T
  message?: string
}

/** Ours: lets you cancel a call. */
export interface SignalOption {
  /** Aborting it rejects the call with `request-aborted`. If the call has not started yet, nothing is sent. */
  signal?: AbortSignal
}

export interface TokenOption extends SignalOption {
  /** A session token to use instead of the stored one. */
  token?: string
}
