import {
  fileSizeTooLarge,
  invalidFileType,
  loginRequired,
  networkError,
  NO_STATUS,
  requestAborted,
  requestTimeout,
  unknownError,
} from './browser-errors'
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
import { socialErrors } from './social-errors'
import { webhookErrors } from './webhook-errors'

/**
 * Every error a caller can meet: code → HTTP status and public message. A body is always `{ code, message }`.
 * Codes with a source comment are ours; the others are the published client's list, which callers already handle.
 */
export const errors = {
  // Who is calling
  'app-not-found': { status: 404, message: 'This app does not exist. Please check the app id in the install script.' },
  'invalid-public-key': { status: 401, message: 'This public key does not belong to the app.' }, // ours
  'invalid-secret-key': { status: 401, message: 'This is no secret key of the admin API, or it was revoked.' }, // ours
  'secret-key-not-found': { status: 404, message: 'There is no key of this id that works.' }, // ours
  'domain-not-permitted': { status: 403, message: 'This domain may not use the live mode of this app.' },
  'login-required': loginRequired,
  'client/invalid-token': {
    status: 401,
    message: 'An invalid token has been provided. Please make sure the token is valid.',
  },
  'content-not-found': { status: 404, message: 'This content does not exist.' }, // ours
  'access-denied': { status: 403, message: 'You do not have access to this.' },

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
  'unsupported-media-type': { status: 415, message: 'The body has another content type than this address takes.' }, // ours

  // Data tables
  'data-table-not-found': { status: 404, message: 'This data table does not exist.' },
  'data-record-not-found': { status: 404, message: 'This record does not exist.' },
  'invalid-table-key': { status: 400, message: 'This is no key of a data table.' },
  /** The message names the limit. */
  'query-limit-exceeded': { status: 400, message: 'This query takes too much. Please narrow it down.' }, // ours
  'unique-constraint-violation': { status: 409, message: 'Another record has this value already.' },

  // Comments
  'comment-not-found': { status: 404, message: 'This comment does not exist.' }, // ours
  'comment-refused': { status: 400, message: 'This comment has words that are not allowed here.' }, // ours
  'comments-not-offered': { status: 404, message: 'This app has no comments.' }, // ours

  // Accounts
  'invalid-credentials': { status: 401, message: 'Invalid email or password.' },
  'email-already-in-use': { status: 409, message: 'An account with this email already exists.' },
  'no-password-set': { status: 400, message: 'This account has no password yet. We can email you a code to set one.' },
  'use-social-login': { status: 400, message: 'Please log in with the account you signed up with.' },
  'password-already-set': { status: 409, message: 'This account already has a password. Change it instead.' }, // ours
  'passwordless-disabled': { status: 403, message: 'This app does not offer sign-in by mailed code.' }, // ours
  'invalid-passwordless-login-code': {
    status: 400,
    message: 'This code is invalid or has expired. Please request a new one.',
  },
  'invalid-reset-code': { status: 400, message: 'This code is invalid or has expired. Please request a new one.' },
  'invalid-member-ticket': { status: 400, message: 'This login link has expired. Please log in.' }, // ours
  'member-not-found': { status: 404, message: 'This member does not exist.' },
  'already-verified': { status: 409, message: 'This email address is already verified.' }, // ours

  ...socialErrors,

  // Members brought along (docs/import-export.md)
  'invalid-import-file': { status: 400, message: 'This file cannot be read as a list of members.' }, // ours
  'too-many-import-rows': {
    status: 413,
    message: `A file can have ${IMPORT_MAX_ROWS.toLocaleString('en-US')} members. Please divide it.`,
  }, // ours
  'import-refused': { status: 409, message: 'Nothing was imported, because not all of it could be.' }, // ours
  'duplicate-row': { status: 400, message: 'An earlier row has this value already.' }, // ours
  'unsupported-password-hash': {
    status: 400,
    message:
      'This is no password hash that can be checked here: bcrypt, scrypt and argon2 are. Passwords are not imported.',
  }, // ours
  'password-hash-too-costly': { status: 400, message: 'Checking this password hash at a login would take too long.' }, // ours

  // Plans
  'plan-not-found': { status: 404, message: 'This plan does not exist.' },
  'plan-not-free': { status: 400, message: 'This plan has a price and cannot be added without a purchase.' },
  'already-have-plan': { status: 409, message: 'You already have this plan.' },
  'plan-member-limit-reached': { status: 409, message: 'This plan has no places left.' },
  'plan-restricted-to-admin': { status: 403, message: 'This plan can only be added by the site owner.' },

  'no-plan-found': { status: 404, message: 'You do not have this plan.' },
  'plan-not-removable': {
    status: 400,
    message: 'This plan is paid for. It is cancelled where payments are managed.',
  }, // ours

  // Payments
  'price-no-longer-available': { status: 404, message: 'This price is no longer available.' },
  'coupon-not-found': { status: 404, message: 'This coupon does not exist, or has ended.' }, // ours
  'no-purchase-found': { status: 404, message: 'There is nothing that you pay for yet.' }, // ours
  'payments-not-configured': { status: 503, message: 'Payments are not set up for this site yet.' }, // ours
  'payment-provider-unavailable': {
    status: 503,
    message: 'The payment service cannot be reached right now. Nothing was charged. Please try again shortly.',
  }, // ours
  'payment-declined': {
    status: 402,
    message: 'The payment was declined and nothing was changed. Please check how you pay, and try again.',
  }, // ours
  'invalid-webhook-signature': { status: 400, message: 'This event is not signed with the secret of this webhook.' }, // ours
  'webhook-not-configured': { status: 503, message: 'This server has no secret to check events with.' }, // ours

  ...webhookErrors,

  // Teams
  'invalid-invite-token': { status: 404, message: 'This invitation is no longer valid. Please ask for a new link.' }, // ours
  'team-not-found': { status: 404, message: 'This team does not exist.' }, // ours
  'team-full': { status: 409, message: 'This team has no seats left.' },
  'team-inactive': {
    status: 409,
    message: 'This team takes nobody in at the moment, because its plan is not active. Please ask its owner.',
  }, // ours
  'already-in-team': { status: 409, message: 'You are already in this team.' }, // ours
  'can-only-have-one-active-team': { status: 409, message: 'You already own a team.' },
  'cannot-change-team-account': {
    status: 409,
    message: 'This change is not possible while others are in the team. Remove them first.',
  },

  // Assessments and TrustTags
  'attempt-not-found': { status: 404, message: 'This assessment does not exist, or was begun somewhere else.' }, // ours
  'attempt-over': { status: 409, message: 'This assessment can no longer be answered. Please start a new one.' }, // ours
  'answers-missing': { status: 400, message: 'Please answer every question first.' }, // ours
  'retake-too-early': { status: 409, message: 'This skill cannot be tried again yet.' }, // ours

  // TrustTags
  'tag-not-found': { status: 404, message: 'This TrustTag ID was not found or is invalid.' }, // ours
  'attempt-not-passed': { status: 409, message: 'A TrustTag is issued for a passed assessment only.' }, // ours
  'tag-already-issued': {
    status: 409,
    message: 'The TrustTag of this assessment was issued already, in another name. A name on a TrustTag stays.',
  }, // ours
  'profile-not-found': { status: 404, message: 'There is no public profile at this address.' }, // ours
  'tag-already-revoked': { status: 409, message: 'This TrustTag was revoked before.' }, // ours
  'reason-missing': { status: 400, message: 'Please write the reason. Whoever checks the TrustTag reads it.' }, // ours
  'owner-text-too-long': { status: 400, message: `Please write at most ${OWNER_TEXT_MAX_CHARS} characters.` }, // ours

  // Work samples
  'attempt-not-complete': { status: 409, message: 'Please complete the assessment first.' }, // ours
  'work-sample-not-found': { status: 404, message: 'This work sample does not exist.' }, // ours
  // The types and megapixels are named word for word, so that a bundle need not carry their table; a test compares them.
  'unsupported-file-type': {
    status: 400,
    message:
      'This file is of another type, or is not what its name says. Work samples can be JPEG, PNG, WebP, GIF, AVIF, MP4, WebM, MOV, PDF, DOC or DOCX files, without macros.',
  }, // ours
  'work-sample-too-large': {
    status: 413,
    message: `This file is too large. Images can have ${WORK_SAMPLE_IMAGE_MAX_BYTES / 1_000_000} MB, documents ${WORK_SAMPLE_DOCUMENT_MAX_BYTES / 1_000_000} MB, and videos ${WORK_SAMPLE_VIDEO_MAX_BYTES / 1_000_000} MB.`,
  }, // ours
  'too-many-pixels': {
    status: 413,
    message:
      'This picture has too many pixels. A JPEG can have 50 million, PNG and WebP 25 million, GIF and AVIF 12.5 million.',
  }, // ours
  'too-many-work-samples': {
    status: 409,
    message: `An assessment can have ${WORK_SAMPLES_PER_ATTEMPT_MAX} work samples. Please remove one first.`,
  }, // ours
  'work-sample-space-used-up': {
    status: 409,
    message: `Your work samples can take ${WORK_SAMPLES_PER_MEMBER_MAX_BYTES / 1_000_000} MB together. Please remove some first.`,
  }, // ours
  'wrong-offset': {
    status: 409,
    message: 'This part of the file does not follow what has arrived. Please go on where the upload stands.',
  }, // ours

  // Buying TrustTags
  'package-not-found': { status: 404, message: 'This package does not exist.' }, // ours
  'package-not-for-sale': {
    status: 400,
    message: 'The price of this package is agreed upon with us. Please contact us for a quote.',
  }, // ours
  'tag-purchase-not-found': { status: 404, message: 'This purchase does not exist.' }, // ours
  'nothing-to-refund': { status: 409, message: 'Nothing of this purchase is left to refund.' }, // ours
  'refund-period-over': {
    status: 409,
    message: `Unused credits are refunded within ${CREDIT_REFUND_DAYS} days of purchase. That time is over.`,
  }, // ours
  'no-credit-left': { status: 402, message: 'You have no credit left. Each TrustTag takes one.' }, // ours
  'email-not-verified': { status: 403, message: 'Please verify your email address first.' }, // ours
  'offer-ended': { status: 409, message: 'This offer has ended.' }, // ours
  'offer-already-used': { status: 409, message: 'This email address has had its free TrustTag.' }, // ours

  // The service
  'not-found': { status: 404, message: 'There is nothing at this address.' }, // ours
  /** Of a list of the admin API. */
  'unknown-parameter': { status: 400, message: 'This list does not know one of the parameters.' }, // ours
  'method-not-allowed': { status: 405, message: 'This address does not take this method.' }, // ours
  'too-many-requests': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' }, // ours
  'service-unavailable': { status: 503, message: 'The service cannot answer right now. Please try again shortly.' }, // ours
  /** For logs: nobody waits for the answer any longer. */
  'client-closed-request': { status: 499, message: 'The caller closed the connection.' }, // ours
  'unknown-error': unknownError,
  'network-error': { status: NO_STATUS, ...networkError },
  'request-timeout': { status: NO_STATUS, ...requestTimeout }, // ours
  'request-aborted': { status: NO_STATUS, ...requestAborted }, // ours
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** The body of every answer that is not 2xx. */
export interface ErrorBody {
  code: ErrorCode
  message: string
  /** Seconds until the next try can succeed; with `too-many-requests` only. */
  retryAfterSeconds?: number
  /** The provider to log in with; with `use-social-login` only. */
  provider?: string
}
