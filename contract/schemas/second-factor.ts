import * as v from 'valibot'
import type { secondFactorEndpoints } from '../endpoints/second-factor'
import { memberAuth } from '../entities'
import { device } from './fields'
import { passkeyAssertion } from './passkeys'
import type { SchemasFor } from './schema'

/** Spaces and dashes are ignored. */
const code = v.pipe(
  v.string('invalid-field-type'),
  v.nonEmpty('required-field-missing'),
  v.maxLength(64, 'invalid-second-factor'),
)

const challenge = v.pipe(
  v.string('invalid-field-type'),
  v.nonEmpty('required-field-missing'),
  v.maxLength(128, 'invalid-second-factor'),
)

const totpSetup = v.object({
  /** Base32, for typing. */
  secret: v.string(),
  /** `otpauth://`, which the QR code contains. */
  url: v.string(),
  /** The QR code: rows of `0` and `1`, with its margin. */
  qr: v.array(v.string()),
})

/** Shown once: the server stores hashes. */
const recoveryCodes = v.array(v.string())

export const secondFactorSchemas = {
  completeSecondFactor: {
    /** One of `code` (six digits of the app, or a recovery code) and `credential`. */
    input: v.object({
      challenge,
      code: v.optional(code),
      credential: v.optional(passkeyAssertion),
      /** This browser skips the second step for as long as the app allows. */
      remember: v.optional(v.boolean('invalid-field-type')),
      device,
    }),
    output: memberAuth,
  },
  /** Without `code`: a new secret. With it: confirms the secret and logs in. */
  setUpSecondFactor: {
    input: v.object({ challenge, code: v.optional(code), device }),
    output: v.object({
      totp: v.nullable(totpSetup),
      login: v.nullable(memberAuth),
      recoveryCodes: v.nullable(recoveryCodes),
    }),
  },
  requestSecondFactorRecovery: {
    input: v.object({ challenge }),
    output: v.object({ success: v.literal(true) }),
  },
  cancelSecondFactorRecovery: { input: v.object({}), output: v.object({ success: v.literal(true) }) },
  getMemberSignIn: {
    input: v.object({}),
    output: v.object({
      pendingEmail: v.nullable(v.string()),
      secondFactor: v.object({
        /** Whether codes of an app are asked for. */
        isOn: v.boolean(),
        /** False without KEY_ENCRYPTION_KEY. */
        isOffered: v.boolean(),
        recoveryCodesLeft: v.number(),
        /** When a requested recovery removes the second factor, ISO 8601. */
        endsAt: v.nullable(v.string()),
      }),
    }),
  },
  startTotp: { input: v.object({}), output: totpSetup },
  confirmTotp: { input: v.object({ code }), output: v.object({ recoveryCodes }) },
  removeTotp: { input: v.object({}), output: v.object({ success: v.literal(true) }) },
  createRecoveryCodes: { input: v.object({}), output: v.object({ recoveryCodes }) },
} satisfies SchemasFor<typeof secondFactorEndpoints>

export type TotpSetup = v.InferOutput<typeof totpSetup>
