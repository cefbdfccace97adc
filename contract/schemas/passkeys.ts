import * as v from 'valibot'
import type { passkeyEndpoints } from '../endpoints/passkeys'
import { memberAuth } from '../entities'
import { PASSKEY_FIELD_MAX_CHARS, PASSKEY_NAME_MAX_CHARS } from '../limits'
import { authOptions, device } from './fields'
import type { SchemasFor } from './schema'

/** base64url. What it contains is checked with the signature. */
const binary = v.pipe(
  v.string('invalid-field-type'),
  v.nonEmpty('required-field-missing'),
  v.maxLength(PASSKEY_FIELD_MAX_CHARS, 'field-limit-exceeded'),
)

/** A signed challenge, as `navigator.credentials.get` returns it (`toJSON`). */
export const passkeyAssertion = v.object({
  id: binary,
  rawId: binary,
  type: v.literal('public-key', 'invalid-field-value'),
  response: v.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: v.optional(v.nullable(binary)),
  }),
})

/** A new passkey, as `navigator.credentials.create` returns it. */
const passkeyCreation = v.object({
  id: binary,
  rawId: binary,
  type: v.literal('public-key', 'invalid-field-value'),
  response: v.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: v.optional(v.array(v.string('invalid-field-type'), 'invalid-field-type')),
  }),
})

const passkeyName = v.pipe(
  v.string('invalid-field-type'),
  v.trim(),
  v.nonEmpty('required-field-missing'),
  v.maxLength(PASSKEY_NAME_MAX_CHARS, 'field-limit-exceeded'),
)

/** `timeout` in milliseconds. */
export const passkeyRequest = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
})

const credentialType = v.literal('public-key')

const passkeyCreationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: credentialType, alg: v.number() })),
  timeout: v.number(),
  attestation: v.literal('none'),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  excludeCredentials: v.array(v.object({ id: v.string(), type: credentialType, transports: v.array(v.string()) })),
})

/** Times in ISO 8601. */
export const passkey = v.object({
  id: v.string(),
  name: v.string(),
  /** The domain that it works for. */
  rpId: v.string(),
  /** Whether the passkey is copied to other devices of the member; otherwise it is on one device only. */
  isSynced: v.boolean(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
})

export const passkeySchemas = {
  getPasskeyLoginOptions: { input: v.object({}), output: passkeyRequest },
  passkeyLogin: {
    input: v.object({ credential: passkeyAssertion, device, options: v.optional(authOptions) }),
    output: memberAuth,
  },
  getPasskeyOptions: { input: v.object({}), output: passkeyCreationOptions },
  getPasskeys: { input: v.object({}), output: v.object({ passkeys: v.array(passkey) }) },
  addPasskey: {
    input: v.object({ credential: passkeyCreation, name: v.optional(passkeyName) }),
    output: passkey,
  },
  renamePasskey: { input: v.object({ name: passkeyName }), output: passkey },
  /** For the browser's Signal API: it can then hide the passkey. */
  removePasskey: {
    input: v.object({}),
    output: v.object({ id: v.string(), rpId: v.string(), credentialId: v.string() }),
  },
} satisfies SchemasFor<typeof passkeyEndpoints>

export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertion>
