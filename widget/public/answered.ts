/** TYPES that every group of client methods shares. */

/** Every answer carries its value under `data`; `message` is a sentence for the person, where the server has one. */
export interface Answered<T> {
  data: T
  message?: string
}

export interface TokenOption {
  /** A session token to use instead of the stored one. */
  token?: string
}
