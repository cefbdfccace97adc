import * as v from 'valibot'
import type { authEndpoints } from '../endpoints/auth'
import { memberAuth } from '../entities'
import { PATH_MAX_CHARS, PLANS_PER_SIGNUP_MAX } from '../limits'
import {
  authOptions,
  customFields,
  device,
  email,
  metaData,
  newPassword,
  originDomain,
  password,
  proofOfWork,
  requestToken,
  unkept,
  campaignOf,
} from './fields'
import type { SchemasFor } from './schema'

const text = v.string('invalid-field-type')

/** The six digits of an email. Anything else is not a code and needs no database lookup. */
const oneTimeCode = v.pipe(
  text,
  v.trim(),
  v.nonEmpty('required-field-missing'),
  v.maxLength(128, 'invalid-passwordless-login-code'),
)

/** Joins the team of that token. An invalid one must not prevent the sign-up. */
const invitation = v.optional(v.nullable(v.pipe(text, v.trim())))

/** Fields that a code needs in addition to its digits. */
const codeProof = { requestToken, proofOfWork }

/** `requestToken`: if `device` was sent. The code then works only together with it. */
const codeSent = v.object({ success: v.literal(true), requestToken: v.optional(v.string()) })

/** Common to both kinds of sign-up. */
const joining = {
  customFields: v.optional(customFields),
  metaData: v.optional(metaData),
  plans: v.optional(
    v.pipe(
      v.array(v.object({ planId: text }), 'invalid-field-type'),
      v.maxLength(PLANS_PER_SIGNUP_MAX, 'field-limit-exceeded'),
    ),
  ),
  origin_domain: v.optional(originDomain),
  inviteToken: invitation,
  device,
  options: v.optional(authOptions),
  conversionData: v.optional(campaignOf),
  rewardfulData: unkept,
}

export const authSchemas = {
  signup: {
    input: v.object({
      email,
      password: newPassword,
      ...joining,
      captchaToken: v.optional(v.nullable(text)),
    }),
    output: memberAuth,
  },
  passwordlessSignup: {
    input: v.object({ email, passwordlessToken: oneTimeCode, ...codeProof, ...joining }),
    output: memberAuth,
  },
  passwordlessLogin: {
    input: v.object({
      email,
      passwordlessToken: oneTimeCode,
      ...codeProof,
      inviteToken: invitation,
      device,
      options: v.optional(authOptions),
    }),
    output: memberAuth,
  },
  loginLink: {
    input: v.object({
      token: v.pipe(text, v.trim(), v.nonEmpty('required-field-missing'), v.maxLength(128, 'invalid-login-link')),
      /** Of the browser that requested the link, which is logged in at once. */
      requestToken,
      /** Uses the link up. Without it, another browser only learns what was requested. */
      act: v.optional(v.pipe(text, v.picklist(['login', 'show-code'], 'invalid-field-value'))),
      inviteToken: invitation,
      device,
      options: v.optional(authOptions),
    }),
    /** One of the three. */
    output: v.object({
      login: v.nullable(memberAuth),
      request: v.nullable(
        v.object({ email: v.string(), agent: v.nullable(v.string()), network: v.nullable(v.string()) }),
      ),
      code: v.nullable(v.string()),
    }),
  },
  sendPasswordlessLoginEmail: {
    /** `returnUrl`: our client's page, which the link of the email opens. */
    input: v.object({
      email,
      device,
      returnUrl: v.optional(v.nullable(v.pipe(text, v.maxLength(PATH_MAX_CHARS, 'invalid-field-value')))),
    }),
    output: codeSent,
  },
  sendPasswordlessSignupEmail: { input: v.object({ email, device }), output: codeSent },
  login: {
    input: v.object({ email, password, device, proofOfWork, options: v.optional(authOptions) }),
    output: memberAuth,
  },
  sendResetPasswordEmail: {
    /** If `device` is sent, the response has a `requestToken` next to `data`. */
    input: v.object({ email, device }),
    /** A message for the person; the same for known and unknown email addresses. */
    output: v.string(),
  },
  resetPassword: {
    input: v.object({
      /** The six digits, or the long token of the emailed link. */
      token: v.pipe(text, v.trim(), v.nonEmpty('required-field-missing'), v.maxLength(128, 'invalid-reset-code')),
      newPassword,
      /** Sent by our client; published clients omit it (design section 8). */
      email: v.optional(email),
      ...codeProof,
      device,
    }),
    output: v.object({ success: v.literal(true) }),
  },
  exchangeMemberTicket: {
    input: v.object({
      ticket: v.pipe(text, v.trim(), v.nonEmpty('required-field-missing'), v.maxLength(128, 'invalid-member-ticket')),
      device,
      options: v.optional(authOptions),
    }),
    output: memberAuth,
  },
  sendEmailVerification: {
    input: v.object({ origin_domain: v.optional(originDomain) }),
    output: v.object({ success: v.literal(true) }),
  },
} satisfies SchemasFor<typeof authEndpoints>
