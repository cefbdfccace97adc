import { PROFILE_IMAGE_MAX_BYTES } from './limits'

// Apart from the table of `errors`, of which a browser's bundle shall carry nothing.

/** Why no answer came: raised in the browser only, never sent by a server. */
export interface NoAnswer {
  code: 'network-error' | 'request-timeout' | 'request-aborted'
  message: string
}

/** In place of the status of an answer. */
export const NO_STATUS = 0

/** Not there, refused by the browser, or cut off on the way. */
export const networkError = {
  code: 'network-error',
  message: 'The server could not be reached. Please check your connection and try again.',
} as const satisfies NoAnswer

/** The same for a browser that knows it: published clients have one code for both. */
export const offline = {
  code: 'network-error',
  message: 'You are offline. Please check your connection and try again.',
} as const satisfies NoAnswer

/** What was asked for may have been done all the same, so nobody shall be told just to try again. */
export const requestTimeout = {
  code: 'request-timeout',
  message: 'The server did not answer in time. Please check before you try again.',
} as const satisfies NoAnswer

/** By the caller's own signal. */
export const requestAborted = {
  code: 'request-aborted',
  message: 'The call was cancelled.',
} as const satisfies NoAnswer

/** What went wrong has no better name. */
export const unknownError = { status: 500, message: 'Something went wrong. Please try again.' } as const

/** What a browser can say before it asks the server. */
export const loginRequired = { status: 401, message: 'Please log in.' } as const
export const invalidFileType = { status: 400, message: 'File is not an image.' } as const
export const fileSizeTooLarge = {
  status: 413,
  message: `Image must be less than ${PROFILE_IMAGE_MAX_BYTES / 1_000_000}MB.`,
} as const
