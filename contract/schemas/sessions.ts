import * as v from 'valibot'
import type { sessionEndpoints } from '../endpoints/sessions'
import { tokens } from '../entities'
import { currentPassword, device, requestToken } from './fields'
import { passkeyAssertion, passkeyRequest } from './passkeys'
import type { SchemasFor } from './schema'

const session = v.object({
  id: v.string(),
  /** Whether it is the caller's. */
  isCurrent: v.boolean(),
  /** Such as `Firefox on macOS`; null: unknown. */
  agent: v.nullable(v.string()),
  /** /24 or /48 of the login; null: unknown. */
  network: v.nullable(v.string()),
  methods: v.array(v.string()),
  /** ISO 8601, UTC. */
  startedAt: v.string(),
  /** To the hour. */
  lastSeenAt: v.string(),
})

const code = v.pipe(
  v.string('invalid-field-type'),
  v.trim(),
  v.nonEmpty('required-field-missing'),
  v.maxLength(128, 'invalid-passwordless-login-code'),
)

export const sessionSchemas = {
  /** Newest first. */
  getMemberSessions: { input: v.object({}), output: v.array(session) },
  endMemberSession: { input: v.object({}), output: v.object({ id: v.string() }) },
  endOtherMemberSessions: { input: v.object({}), output: v.object({ ended: v.number() }) },
  getReauthenticationOptions: {
    input: v.object({ sendCode: v.optional(v.boolean('invalid-field-type')), device }),
    output: v.object({
      methods: v.array(v.picklist(['passkey', 'totp', 'recovery-code', 'password', 'provider', 'code'])),
      requestToken: v.optional(v.string()),
      /** What `navigator.credentials.get` needs, if a passkey works on the calling page. */
      passkey: v.optional(passkeyRequest),
    }),
  },
  reauthenticate: {
    /** One of them. `code`: of the app, a recovery code, or the emailed one of a member with nothing else. */
    input: v.object({
      password: v.optional(currentPassword),
      code: v.optional(code),
      requestToken,
      credential: v.optional(passkeyAssertion),
    }),
    output: v.object({ tokens }),
  },
} satisfies SchemasFor<typeof sessionEndpoints>
