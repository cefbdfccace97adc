import {
  fileSizeTooLarge,
  invalidFileType,
  loginRequired,
  networkError,
  NO_STATUS,
  passkeyAlreadyAdded,
  passkeyCanceled,
  passkeysNotSupported,
  requestAborted,
  requestTimeout,
  unknownError,
} from './browser-errors'
import { consoleErrors } from './console-errors'
import {
  CREDIT_REFUND_DAYS,
  IMPORT_MAX_ROWS,
  OWNER_TEXT_MAX_CHARS,
  WORK_SAMPLE_DOCUMENT_MAX_BYTES,
  WORK_SAMPLE_IMAGE_MAX_BYTES,
  WORK_SAMPLE_VIDEO_MAX_BYTES,
  WORK_SAMPLES_PER_ATTEMPT_MAX,
  WORK_SAMPLES_PER_MEMBER_MAX_BYTES,
} from './limits'
import type { CaptchaChallenge } from './types/captcha-challenge'
import { socialErrors } from './social-errors'
import type { SkillRefusal } from './skill-refusals'
import { storageErrors } from './storage-limits'
import { webhookErrors } from './webhook-errors'

/**
 * All errors of the API: code → HTTP status and public message. A body is always `{ code, message }`. Codes marked
 * `ours` are not in the published client's list, which callers already handle.
 */
export const errors = {
  // Caller
  'app-not-found': { status: 404, message: 'This app does not exist. Check the app ID in the install script.' },
  'invalid-public-key': { status: 401, message: 'This public key does not belong to the app.' }, // ours
  'invalid-secret-key': { status: 401, message: 'This secret key is invalid or has been revoked.' }, // ours
  'secret-key-not-found': { status: 404, message: 'No active key has this ID.' }, // ours
  'domain-not-permitted': { status: 403, message: 'This domain is not allowed in the live mode of this app.' },
  'login-required': loginRequired,
  'client/invalid-token': {
    status: 401,
    message: 'An invalid token has been provided. Please make sure the token is valid.',
  },
  'content-not-found': { status: 404, message: 'This content does not exist.' }, // ours
  'access-denied': { status: 403, message: 'You do not have access to this.' },

  ...consoleErrors,

  // Input
  'required-field-missing': { status: 400, message: 'A required field is missing.' },
  'invalid-field-type': { status: 400, message: 'A field has the wrong type.' },
  'invalid-field-value': { status: 400, message: 'A field has a value that is not allowed.' },
  'field-limit-exceeded': { status: 400, message: 'A field is too long, or there are too many fields.' },
  'invalid-email': { status: 400, message: 'Please enter a valid email address.' },
  'invalid-password': { status: 400, message: 'Please enter a valid password.' },
  'invalid-password-too-short': { status: 400, message: 'Password must be at least 8 characters long.' },
  'password-too-common': { status: 400, message: 'Please choose a password that is harder to guess.' }, // ours
  'invalid-captcha': { status: 400, message: 'The captcha could not be verified. Please try again.' },
  'invalid-file-type': invalidFileType,
  'file-size-too-large': fileSizeTooLarge,
  'invalid-json': { status: 400, message: 'The request body is not valid JSON.' }, // ours
  'invalid-form-data': { status: 400, message: 'The request body is not valid form data.' }, // ours
  'request-too-large': { status: 413, message: 'The request is too large.' }, // ours
  'unsupported-media-type': { status: 415, message: 'The content type of the body is not supported for this URL.' }, // ours

  // Data tables
  'data-table-not-found': { status: 404, message: 'This data table does not exist.' },
  'data-record-not-found': { status: 404, message: 'This record does not exist.' },
  'invalid-table-key': { status: 400, message: 'This data table key is invalid.' },
  /** The message names the limit. */
  'query-limit-exceeded': { status: 400, message: 'This query is too large. Please narrow it down.' }, // ours
  'unique-constraint-violation': { status: 409, message: 'Another record already has this value.' },

  // Comments
  'comment-not-found': { status: 404, message: 'This comment does not exist.' }, // ours
  'comment-refused': { status: 400, message: 'This comment contains words that are not allowed here.' }, // ours
  'comments-not-offered': { status: 404, message: 'This app does not offer comments.' }, // ours

  // Accounts
  'invalid-credentials': { status: 401, message: 'Invalid email or password.' },
  'proof-of-work-required': {
    status: 401,
    message: 'Too many attempts. Log in another way, or try again in a few minutes.',
  }, // ours: our client solves the `puzzle` and repeats the call
  'second-factor-required': {
    status: 401,
    message:
      'This account has two-step verification. Type the six-digit code of your app right after your password, or after the code from our email.',
  }, // ours: our client asks for the code
  'second-factor-setup-required': {
    status: 401,
    message: 'This account needs two-step verification. We have emailed you how to set it up.',
  }, // ours
  'invalid-second-factor': { status: 401, message: 'This code is wrong or was used already. Wait for the next one.' }, // ours
  'reauthentication-required': { status: 403, message: 'Please log in again to do this.' }, // ours
  'passkey-not-found': { status: 401, message: 'This passkey was removed. Log in another way.' }, // ours
  'passkey-refused': { status: 401, message: 'The passkey could not be verified. Please try again.' }, // ours
  'passkey-limit-reached': {
    status: 409,
    message: 'You have the most passkeys an account can have. Remove one first.',
  }, // ours
  'last-login-method': { status: 409, message: 'This is your only way to log in. Add another one first.' }, // ours
  'password-breached': {
    status: 400,
    message: 'This password appeared in a data breach of another site. Please choose another one.',
  }, // ours
  'invalid-login-link': { status: 400, message: 'This login link was used or has expired. Please request a new one.' }, // ours
  'login-method-disabled': { status: 403, message: 'This app does not offer this way to log in.' }, // ours
  'second-factor-already-on': { status: 409, message: 'Two-step verification is on already.' }, // ours
  'recovery-by-owner-only': {
    status: 403,
    message: 'Only the owner of this site can help with this. Please contact them.',
  }, // ours
  'no-recovery': { status: 409, message: 'There is no such request.' }, // ours
  'second-factor-off': { status: 409, message: 'Two-step verification is off.' }, // ours
  'email-already-in-use': { status: 409, message: 'An account with this email already exists.' },
  'no-password-set': { status: 400, message: 'This account has no password yet. We can email you a code to set one.' },
  'use-social-login': { status: 400, message: 'Please log in with the account you signed up with.' },
  'password-already-set': { status: 409, message: 'This account already has a password. Change it instead.' }, // ours
  'passwordless-disabled': { status: 403, message: 'This app does not offer login by emailed code.' }, // ours
  'invalid-passwordless-login-code': {
    status: 400,
    message: 'This code is wrong or has expired. Enter the newest code from our emails, or request a new one.',
  },
  'invalid-reset-code': {
    status: 400,
    message: 'This code is wrong or has expired. Use the link in our newest email, or request a new code.',
  },
  'invalid-member-ticket': { status: 400, message: 'This login link has expired. Please log in.' }, // ours
  'member-not-found': { status: 404, message: 'This member does not exist.' },
  'already-verified': { status: 409, message: 'This email address is already verified.' }, // ours

  ...socialErrors,

  // Imported members (docs/import-export.md)
  'invalid-import-file': { status: 400, message: 'This file is not a list of members.' }, // ours
  'too-many-import-rows': {
    status: 413,
    message: `A file can have up to ${IMPORT_MAX_ROWS.toLocaleString('en-US')} members. Please split it.`,
  }, // ours
  'import-refused': { status: 409, message: 'Nothing was imported: some rows have errors.' }, // ours
  'duplicate-row': { status: 400, message: 'An earlier row already has this value.' }, // ours
  'unsupported-password-hash': {
    status: 400,
    message: 'Unsupported password hash. Use bcrypt, scrypt or argon2. Passwords are not imported.',
  }, // ours
  'password-hash-too-costly': { status: 400, message: 'This password hash takes too long to check at login.' }, // ours

  // Plans
  'plan-not-found': { status: 404, message: 'This plan does not exist.' },
  'plan-not-free': { status: 400, message: 'This plan has a price and cannot be added without a purchase.' },
  'already-have-plan': { status: 409, message: 'You already have this plan.' },
  'plan-member-limit-reached': { status: 409, message: 'This plan has reached its member limit.' },
  'plan-restricted-to-admin': { status: 403, message: 'This plan can only be added by the site owner.' },

  'no-plan-found': { status: 404, message: 'You do not have this plan.' },
  'plan-not-removable': {
    status: 400,
    message: 'Cancel paid plans in the customer portal.',
  }, // ours

  // Payments
  'price-no-longer-available': { status: 404, message: 'This price is no longer available.' },
  'coupon-not-found': { status: 404, message: 'This coupon does not exist or has expired.' }, // ours
  'no-purchase-found': { status: 404, message: 'You have no purchases yet.' }, // ours
  'purchase-of-earlier-account': {
    status: 409,
    message:
      'This was bought through an earlier payment account of the site. Ask the site owner to change or cancel it there.',
  }, // ours
  'payments-not-configured': { status: 503, message: 'Payments are not set up for this site yet.' }, // ours
  'payment-provider-unavailable': {
    status: 503,
    message: 'The payment service is unavailable. You were not charged. Please try again shortly.',
  }, // ours
  'payment-declined': {
    status: 402,
    message: 'The payment was declined and nothing was changed. Check your payment method and try again.',
  }, // ours
  'invalid-webhook-signature': { status: 400, message: 'The signature does not match the secret of this webhook.' }, // ours
  'webhook-not-configured': { status: 503, message: 'This server has no webhook secret.' }, // ours

  ...webhookErrors,

  // Teams
  'invalid-invite-token': { status: 404, message: 'This invitation is no longer valid. Please ask for a new link.' }, // ours
  'team-not-found': { status: 404, message: 'This team does not exist.' }, // ours
  'team-full': { status: 409, message: 'This team has no seats left.' },
  'team-inactive': {
    status: 409,
    message: 'This team can’t accept members: its plan is inactive. Please ask its owner.',
  }, // ours
  'already-in-team': { status: 409, message: 'You are already in this team.' }, // ours
  'can-only-have-one-active-team': { status: 409, message: 'You already own a team.' },
  'cannot-change-team-account': {
    status: 409,
    message: 'You can’t change this while the team has other members. Remove them first.',
  },

  // Assessments and TrustTags
  'attempt-not-found': { status: 404, message: 'This assessment does not exist, or was started in another browser.' }, // ours
  'attempt-over': { status: 409, message: 'This assessment is closed. Please start a new one.' }, // ours
  'time-over': { status: 409, message: 'The time for these questions is over.' }, // ours
  'questions-used-up': {
    status: 409,
    message: 'You have seen almost all questions on this skill. A year after you saw them, they can be asked again.',
  }, // ours
  'second-set-needed': { status: 409, message: 'This result needs a second set of ten questions first.' }, // ours
  'answers-missing': { status: 400, message: 'Please answer every question first.' }, // ours
  /** With `suggestions`. The same call with `asTyped` starts the general questions. */
  'did-you-mean': { status: 409, message: 'Did you mean one of the listed skills?' }, // ours
  'skill-refused': { status: 400, message: 'This name can’t be assessed. Please choose a listed skill.' }, // ours: the message says why
  'claim-already-held': { status: 409, message: 'You already have a valid TrustTag for Workplace basics.' }, // ours
  'retake-too-early': { status: 409, message: 'You can’t retake this assessment yet.' }, // ours

  // TrustTags
  'holder-name-fixed': {
    status: 409,
    message: 'Your TrustTags have another name. One account has one name: contact us to have a change reviewed.',
  }, // ours
  'tag-not-found': { status: 404, message: 'This TrustTag ID was not found or is invalid.' }, // ours
  'attempt-not-passed': { status: 409, message: 'A TrustTag needs a passed assessment.' }, // ours
  'tag-already-issued': {
    status: 409,
    message: 'This TrustTag was already issued in another name. It can’t be changed.',
  }, // ours
  'profile-not-found': { status: 404, message: 'This public profile does not exist.' }, // ours
  'tag-already-revoked': { status: 409, message: 'This TrustTag has already been revoked.' }, // ours
  'reason-missing': { status: 400, message: 'Enter a reason. Anyone checking this TrustTag sees it.' }, // ours
  'owner-text-too-long': { status: 400, message: `Enter at most ${OWNER_TEXT_MAX_CHARS} characters.` }, // ours

  // Work samples
  'attempt-not-complete': { status: 409, message: 'Please complete the assessment first.' }, // ours
  'work-sample-not-found': { status: 404, message: 'This work sample does not exist.' }, // ours
  // Types and megapixels are written out, so that a bundle need not include their table. A test compares them.
  'unsupported-file-type': {
    status: 400,
    message:
      'This file type is not supported, or the content does not match the file name. Work samples can be JPEG, PNG, WebP, GIF, AVIF, MP4, WebM, MOV, PDF, DOC or DOCX files, without macros.',
  }, // ours
  'work-sample-too-large': {
    status: 413,
    message: `This file is too large. The limits are ${WORK_SAMPLE_IMAGE_MAX_BYTES / 1_000_000} MB for images, ${WORK_SAMPLE_DOCUMENT_MAX_BYTES / 1_000_000} MB for documents and ${WORK_SAMPLE_VIDEO_MAX_BYTES / 1_000_000} MB for videos.`,
  }, // ours
  'too-many-pixels': {
    status: 413,
    message:
      'This image has too many pixels. The limits are 50 million for JPEG, 25 million for PNG and WebP, and 12.5 million for GIF and AVIF.',
  }, // ours
  'too-many-work-samples': {
    status: 409,
    message: `An assessment can have up to ${WORK_SAMPLES_PER_ATTEMPT_MAX} work samples. Please remove one first.`,
  }, // ours
  'work-sample-space-used-up': {
    status: 409,
    message: `Your work samples can use up to ${WORK_SAMPLES_PER_MEMBER_MAX_BYTES / 1_000_000} MB. Please remove some first.`,
  }, // ours
  ...storageErrors,

  'wrong-offset': {
    status: 409,
    message: 'This part does not continue the upload. Resume the upload from the last received byte.',
  }, // ours

  // Buying TrustTags
  'package-not-found': { status: 404, message: 'This package does not exist.' }, // ours
  'package-not-for-sale': {
    status: 400,
    message: 'This package has a custom price. Please contact us for a quote.',
  }, // ours
  'tag-purchase-not-found': { status: 404, message: 'This purchase does not exist.' }, // ours
  'nothing-to-refund': { status: 409, message: 'This purchase has no unused credits to refund.' }, // ours
  'refund-period-over': {
    status: 409,
    message: `Unused credits can be refunded within ${CREDIT_REFUND_DAYS} days of purchase. This period is over.`,
  }, // ours
  'no-credit-left': { status: 402, message: 'You have no credits left. Each TrustTag uses one.' }, // ours
  'email-not-verified': { status: 403, message: 'Please verify your email address first.' }, // ours
  'offer-ended': { status: 409, message: 'This offer has ended.' }, // ours
  'offer-already-used': { status: 409, message: 'This email address has already been used for a free TrustTag.' }, // ours

  // Members, jobs and figures of the admin API
  'account-suspended': { status: 403, message: 'This account is suspended. Please contact the site owner.' }, // ours
  'member-search-not-ready': {
    status: 503,
    message: 'Members are being prepared for this search. Please try again in a minute.',
  }, // ours
  'member-note-not-found': { status: 404, message: 'This note does not exist.' }, // ours
  'member-session-not-found': { status: 404, message: 'This session does not exist or has ended.' }, // ours
  'selection-changed': {
    status: 409,
    message: 'The number of selected members has changed. Check the selection and confirm it again.',
  }, // ours
  'job-not-found': { status: 404, message: 'This job does not exist.' }, // ours
  'job-not-cancelable': { status: 409, message: 'This job has already ended.' }, // ours
  'job-not-reversible': { status: 409, message: 'This job cannot be reversed, or can no longer be.' }, // ours
  'job-confirmation-required': {
    status: 400,
    message: 'Type the number of members to delete as `typedCount`.',
  }, // ours
  'job-file-not-ready': { status: 409, message: 'This export has no file, or is not finished.' }, // ours

  // The service
  'not-found': { status: 404, message: 'This URL does not exist.' }, // ours
  /** For lists of the admin API. */
  'unknown-parameter': { status: 400, message: 'This list does not have one of these parameters.' }, // ours
  'method-not-allowed': { status: 405, message: 'Method not allowed for this URL.' }, // ours
  'too-many-requests': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' }, // ours
  'server-busy': { status: 503, message: 'The server is busy with the requests of others. Please try again shortly.' }, // ours
  'service-unavailable': { status: 503, message: 'The service is temporarily unavailable. Please try again shortly.' }, // ours
  /** For logs only: the caller is gone. */
  'client-closed-request': { status: 499, message: 'The caller closed the connection.' }, // ours
  'unknown-error': unknownError,
  'network-error': { status: NO_STATUS, ...networkError },
  'request-timeout': { status: NO_STATUS, ...requestTimeout }, // ours
  'request-aborted': { status: NO_STATUS, ...requestAborted }, // ours
  'passkey-canceled': { status: NO_STATUS, ...passkeyCanceled }, // ours
  'passkeys-not-supported': { status: NO_STATUS, ...passkeysNotSupported }, // ours
  'passkey-already-added': { status: NO_STATUS, ...passkeyAlreadyAdded }, // ours
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** Proofs of the second step of a login. */
export type SecondFactorMethod = 'passkey' | 'totp' | 'recovery-code'

/** Steps that a login still needs. */
export interface SecondStepChallenge {
  challenge: string
  /** Strongest first; empty: the member has to set one up. */
  methods: readonly SecondFactorMethod[]
  /** Epoch milliseconds. */
  expires: number
}

/** Ways to prove that the caller is the member, for sensitive acts. */
export type ReauthenticationMethod = SecondFactorMethod | 'password' | 'provider' | 'code'

/** Login methods that a response can name. `link` is a login link, `reset` the link in the email of a password reset. */
export type LoginMethod = keyof typeof tooManyTries

/** The message of `too-many-requests` if another login method works, by the first of its `methods`. */
export const tooManyTries = {
  passkey: 'Too many attempts. Use a passkey, or try again in {minutes} min.',
  code: 'Too many attempts. Request a code by email, or try again in {minutes} min.',
  link: 'Too many attempts. Request a login link by email, or try again in {minutes} min.',
  reset: 'Too many attempts. Use the link in our email (“Forgot password?”), or try again in {minutes} min.',
  provider: 'Too many attempts. Log in with a connected account, or try again in {minutes} min.',
  password: 'Too many attempts. Use your password, or try again in {minutes} min.',
} as const

/** A change by another person. */
export interface DefinitionChange {
  version: number
  /** ISO 8601, UTC. */
  at: string
  /** Null: unknown. */
  author: string | null
  parts: readonly string[]
}

/** The body of every response other than 2xx. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  /** Seconds until the next attempt can succeed. Only with `too-many-requests`, `server-busy` and `storage-address-full`. */
  retryAfterSeconds?: number
  /** The provider to log in with. Only with `use-social-login`. */
  provider?: string
  /**
   * Other methods that work now, best first: with `too-many-requests` at a login, a code or a reset. Proofs that are accepted: with
   * `second-factor-required` and `reauthentication-required`.
   */
  methods?: readonly (LoginMethod | ReauthenticationMethod)[]
  /** To be sent with the second step. With `second-factor-required` and `second-factor-setup-required`. */
  challenge?: string
  /** When the challenge expires: epoch milliseconds. */
  expires?: number
  /** The newest changes since the version in `If-Match`. Only with `definition-changed`. */
  changes?: readonly DefinitionChange[]
  /** Listed skills, the nearest first. Only with `did-you-mean` and `skill-refused`. */
  suggestions?: readonly string[]
  /** Only with `skill-refused`. */
  refusal?: SkillRefusal
  /** To be solved and sent as `proofOfWork`. Only with `proof-of-work-required`. */
  puzzle?: CaptchaChallenge
}
