import * as v from 'valibot'
import type { authEndpoints } from '../endpoints/auth'
import { memberAuth } from '../entities'
import { PLANS_PER_SIGNUP_MAX } from '../limits'
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
} from './fields'
import type { SchemasFor } from './schema'

const text = v.string('invalid-field-type')

/** The six digits of a mail; what else is sent is no code, and is not worth a look into the database. */
const oneTimeCode = v.pipe(
  text,
  v.trim(),
  v.nonEmpty('required-field-missing'),
  v.maxLength(128, 'invalid-passwordless-login-code'),
)

/** Joins the team of that token at once. One that leads nowhere must not cost a person the account, whatever it is. */
const invitation = v.optional(v.nullable(v.pipe(text, v.trim())))

/** What a code needs beside its digits. */
const codeProof = { requestToken, proofOfWork }

/** `requestToken`: where `device` was sent; the code then works only together with it. */
const codeSent = v.object({ success: v.literal(true), requestToken: v.optional(v.string()) })

/** What both ways of signing up have in common. */
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
  conversionData: unkept,
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
  sendPasswordlessLoginEmail: { input: v.object({ email, device }), output: codeSent },
  sendPasswordlessSignupEmail: { input: v.object({ email, device }), output: codeSent },
  login: {
    input: v.object({ email, password, device, proofOfWork, options: v.optional(authOptions) }),
    output: memberAuth,
  },
  sendResetPasswordEmail: {
    /** Where `device` is sent, the answer has a `requestToken` beside `data`. */
    input: v.object({ email, device }),
    /** A sentence for the person who asked; the same for known and unknown addresses. */
    output: v.string(),
  },
  resetPassword: {
    input: v.object({
      /** The six digits, or the long token of the mailed link. */
      token: v.pipe(text, v.trim(), v.nonEmpty('required-field-missing'), v.maxLength(128, 'invalid-reset-code')),
      newPassword,
      /** Sent by our client; published clients leave it out (design section 8). */
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
