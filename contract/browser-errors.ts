import { PROFILE_IMAGE_MAX_BYTES } from './limits'

// Separate from the table of `errors`, so that a browser bundle need not include it.

/** Why there is no response. Raised only in the browser, never sent by a server. */
export interface NoAnswer {
  code:
    | 'network-error'
    | 'request-timeout'
    | 'request-aborted'
    | 'passkey-canceled'
    | 'passkeys-not-supported'
    | 'passkey-already-added'
  message: string
}

/** Used as the status if there is no response. */
export const NO_STATUS = 0

/** The server is unreachable, the browser blocked the request, or the connection broke. */
export const networkError = {
  code: 'network-error',
  message: 'The server could not be reached. Please check your connection and try again.',
} as const satisfies NoAnswer

/** The same when the browser knows that it is offline: published clients have one code for both. */
export const offline = {
  code: 'network-error',
  message: 'You are offline. Please check your connection and try again.',
} as const satisfies NoAnswer

/** The request may have been processed, so the message does not simply say to try again. */
export const requestTimeout = {
  code: 'request-timeout',
  message: 'The server did not respond in time. Check the result before you try again.',
} as const satisfies NoAnswer

/** Aborted by the caller's signal. */
export const requestAborted = {
  code: 'request-aborted',
  message: 'The request was canceled.',
} as const satisfies NoAnswer

/** The person dismissed the browser's dialog, or it timed out. Browsers do not say which. */
export const passkeyCanceled = {
  code: 'passkey-canceled',
  message: 'No passkey was used. Please try again, or choose another way.',
} as const satisfies NoAnswer

export const passkeysNotSupported = {
  code: 'passkeys-not-supported',
  message: 'This browser does not support passkeys.',
} as const satisfies NoAnswer

/** Also if another account of this person has a passkey here. */
export const passkeyAlreadyAdded = {
  code: 'passkey-already-added',
  message: 'This device already has a passkey for your account.',
} as const satisfies NoAnswer

/** Any other failure. */
export const unknownError = { status: 500, message: 'Something went wrong. Please try again.' } as const

/** Also raised by a browser before it asks the server. */
export const loginRequired = { status: 401, message: 'Please log in.' } as const
export const invalidFileType = { status: 400, message: 'File is not an image.' } as const
export const fileSizeTooLarge = {
  status: 413,
  message: `Image must be less than ${PROFILE_IMAGE_MAX_BYTES / 1_000_000}MB.`,
} as const
