/** TYPES that every group of client methods shares. */

/** Every answer carries its value under `data`; `message` is a sentence for the person, where the server has one. */
export interface Answered<T> {
  data: T
  message?: string
}

/** Ours: lets a call be given up. */
export interface SignalOption {
  /** Aborting it rejects the call with `request-aborted`; before the call has started nothing is sent at all. */
  signal?: AbortSignal
}

export interface TokenOption extends SignalOption {
  /** A session token to use instead of the stored one. */
  token?: string
}
