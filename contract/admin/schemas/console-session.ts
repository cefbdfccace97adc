import * as v from 'valibot'
import { STAFF_NAME_MAX_CHARS } from '../../limits'
import { email, newPassword } from '../../schemas/fields'
import { passkeyAssertion, passkeyRequest } from '../../schemas/passkeys'
import type { ConsoleSessionEndpointName } from '../console-session'
import { roleNames } from '../rights'

const TOKEN_MAX_CHARS = 256
const token = v.pipe(
  v.string('invalid-field-type'),
  v.minLength(1, 'required-field-missing'),
  v.maxLength(TOKEN_MAX_CHARS, 'field-limit-exceeded'),
)

/** A person's name in the audit log: one line. */
export const staffName = v.pipe(
  v.string('invalid-field-type'),
  v.transform((typed) => typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()),
  v.minLength(1, 'required-field-missing'),
  v.maxLength(STAFF_NAME_MAX_CHARS, 'field-limit-exceeded'),
)

const role = v.picklist(roleNames)
const nothing = v.object({})

/** A person, as the console shows them. */
export const consolePerson = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  isServerOwner: v.boolean(),
  /** The demo owner of a development machine, who has no password. */
  isDemo: v.boolean(),
  /** Until when a confirmation is enough; null: confirm again, by password or passkey. ISO 8601, UTC. */
  steppedUpUntil: v.nullable(v.string()),
})

/** An app in which the person has a role. `timeZone` is that of the days in its figures. */
export const consoleAppEntry = v.object({ id: v.string(), name: v.string(), role, timeZone: v.string() })

const session = v.object({
  person: consolePerson,
  apps: v.array(consoleAppEntry),
  /** For the header `Console-Token` of every call. */
  token: v.string(),
  /** ISO 8601, UTC. */
  expiresAt: v.string(),
  /** From when on a login asks for a second factor that the person does not have yet; null: has one. ISO 8601, UTC. */
  secondFactorDueAt: v.nullable(v.string()),
  /** Whether the person can confirm by passkey instead of the password. */
  hasPasskey: v.boolean(),
})

export const consoleSessionSchemas = {
  readConsoleOptions: { input: nothing, output: v.object({ hasDemoOwner: v.boolean(), sendsMail: v.boolean() }) },
  readConsoleSession: { input: nothing, output: session },
  openConsoleSession: { input: v.object({ token }), output: session },
  endConsoleSession: { input: nothing, output: v.object({}) },
  confirmConsoleSession: {
    /** One of the two. */
    input: v.object({ password: v.optional(v.string('invalid-field-type')), credential: v.optional(passkeyAssertion) }),
    output: v.object({ steppedUpUntil: v.nullable(v.string()) }),
  },
  readConfirmOptions: { input: nothing, output: passkeyRequest },
  setUpConsole: { input: v.object({ token, name: staffName, email, password: newPassword }), output: session },
  openDemoSession: { input: nothing, output: session },
  readInvitation: {
    input: v.object({ token }),
    output: v.object({
      email: v.string(),
      role,
      appName: v.string(),
      invitedBy: v.string(),
      /** Log in with this email address first. */
      hasAccount: v.boolean(),
    }),
  },
  acceptInvitation: {
    input: v.object({ token, name: v.optional(staffName), password: v.optional(newPassword) }),
    output: session,
  },
} as const satisfies Record<ConsoleSessionEndpointName, { input: v.GenericSchema; output: v.GenericSchema }>

export type ConsoleSessionInput<K extends ConsoleSessionEndpointName> = v.InferOutput<
  (typeof consoleSessionSchemas)[K]['input']
>
export type ConsoleSessionOutput<K extends ConsoleSessionEndpointName> = v.InferOutput<
  (typeof consoleSessionSchemas)[K]['output']
>
export type ConsoleSession = v.InferOutput<typeof session>
