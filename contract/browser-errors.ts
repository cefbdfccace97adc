import { PROFILE_IMAGE_MAX_BYTES } from './limits'

// Apart from the table of `errors`, of which a browser's bundle shall carry nothing.

/** Raised in the browser only, never sent by a server: no answer came. */
export const networkError = {
  status: 0,
  message: 'The server could not be reached. Please check your connection and try again.',
} as const

/** What went wrong has no better name. */
export const unknownError = { status: 500, message: 'Something went wrong. Please try again.' } as const

/** What a browser can say before it asks the server. */
export const loginRequired = { status: 401, message: 'Please log in.' } as const
export const invalidFileType = { status: 400, message: 'File is not an image.' } as const
export const fileSizeTooLarge = {
  status: 413,
  message: `Image must be less than ${PROFILE_IMAGE_MAX_BYTES / 1_000_000}MB.`,
} as const
