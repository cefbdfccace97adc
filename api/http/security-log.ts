import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { destination, type Logger, pino, stdTimeFunctions } from 'pino'
import type { AdminEndpointName } from '../../contract/admin/endpoints'
import type { AdminInput, AdminOutput } from '../../contract/admin/schemas'
import type { EndpointName } from '../../contract/endpoints'
import type { ErrorCode } from '../../contract/errors'
import type { Answer, Input } from '../../contract/schemas'
import type { ApiError } from '../lib/errors'
import { type SecurityEventName, securityEvents, type SecurityLog, type SecurityNote } from '../lib/security-log'
import { ConfigError } from '../lib/settings'
import type { Metrics } from './metrics'
import type { ResolvedCaller } from './request'

/** While the disk is full, lines wait in memory; the rest is dropped. */
const BUFFER_BYTES = 4_000_000

export interface SecurityLogSettings {
  /** Absolute path (SECURITY_LOG); null: lines go to the log. */
  securityLog: string | null
  development: boolean
}

/**
 * Lines with `kind: "security"`, to SECURITY_LOG or else to `log` at any LOG_LEVEL, except in development, where they fill the terminal.
 * @param log null for commands: file only, because their output is for their caller
 * @throws {ConfigError} when the file cannot be written
 */
export function openSecurityLog(
  { securityLog: file, development }: SecurityLogSettings,
  log: Logger | null,
  metrics: Pick<Metrics, 'securityEvent'> | null = null,
): SecurityLog {
  const written = file === null ? log?.child({}, development ? {} : { level: 'info' }) : openFile(file, log)
  return {
    write(event, facts) {
      metrics?.securityEvent(event)
      written?.info(
        { kind: 'security', event, outcome: securityEvents[event].outcome, ...facts },
        securityEvents[event].what,
      )
    },
  }
}

/** Appends whole lines synchronously: processes and commands may share the file. */
function openFile(file: string, log: Logger | null): Logger {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const stream = destination({ dest: file, append: true, mode: 0o600, sync: true, maxLength: BUFFER_BYTES })
    // A full disk must neither end the process nor flood the log.
    let isReported = false
    stream.on('error', (error: Error) => {
      if (!isReported) log?.error({ reason: error.message }, 'the security log cannot be written')
      isReported = true
    })
    stream.on('write', () => void (isReported = false))
    return pino({ level: 'info', timestamp: stdTimeFunctions.isoTime }, stream)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new ConfigError(`SECURITY_LOG ${file} cannot be written: ${reason}`, { cause: error })
  }
}

/** `request.member` is the member as before the call. */
type Events<K extends EndpointName> = (
  request: ResolvedCaller,
  input: Input<K>,
  answer: Answer<K>,
) => readonly SecurityNote[]

interface LoggedIn {
  data: { member: { id: string } }
}

const loggedIn =
  (method: string) =>
  (_request: object, _input: object, { data: { member } }: LoggedIn): readonly SecurityNote[] => [
    { event: 'login-succeeded', facts: { memberId: member.id, method } },
  ]

const joined =
  (method: string) =>
  (_request: object, _input: object, { data: { member } }: LoggedIn): readonly SecurityNote[] => [
    { event: 'account-created', facts: { memberId: member.id, method } },
  ]

/** By endpoint. Written after the handler's transaction: no event for a rollback, none twice. */
export const endpointEvents: { [K in EndpointName]?: Events<K> } = {
  signup: joined('password'),
  passwordlessSignup: joined('code'),
  login: loggedIn('password'),
  passwordlessLogin: loggedIn('code'),
  exchangeMemberTicket: loggedIn('ticket'),
  loginLink: (_request, _input, { data: { login } }) => (login ? loggedIn('link')({}, {}, { data: login }) : []),
  passkeyLogin: loggedIn('passkey'),
  completeSecondFactor: loggedIn('second-factor'),
  setUpSecondFactor: (_request, _input, { data: { login } }) =>
    login
      ? [
          ...loggedIn('second-factor')({}, {}, { data: login }),
          { event: 'second-factor-enabled', facts: { memberId: login.member.id } },
        ]
      : [],
  addPasskey: (_request, _input, { data }) => [{ event: 'passkey-added', facts: { subject: data.id } }],
  removePasskey: (_request, _input, { data }) => [{ event: 'passkey-removed', facts: { subject: data.id } }],
  confirmTotp: () => [{ event: 'second-factor-enabled' }],
  removeTotp: () => [{ event: 'second-factor-disabled' }],
  cancelSecondFactorRecovery: () => [{ event: 'recovery-canceled' }],
  // Sign-ups and connections were logged at the provider's redirect.
  redeemProviderAnswer: (_request, _input, { data }) =>
    data.flow === 'login' ? loggedIn('provider')({}, {}, { data: data.auth }) : [],
  logout: ({ member }) => (!member ? [] : [{ event: 'session-ended' }]),
  resetPassword: () => [{ event: 'password-reset' }, { event: 'sessions-ended' }],
  setPassword: () => [{ event: 'password-changed' }],
  updateMemberAuth: (_request, { newPassword }) =>
    newPassword === undefined ? [] : [{ event: 'password-changed' }, { event: 'sessions-ended' }],
  deleteMember: () => [{ event: 'account-deleted' }],
  disconnectProvider: (_request, { provider }) => [{ event: 'provider-unlinked', facts: { subject: provider } }],
}

type AdminEvents<K extends AdminEndpointName> = (input: AdminInput<K>, data: AdminOutput<K>) => readonly SecurityNote[]

const webhookChanged = (_input: object, { id }: { id: string }): readonly SecurityNote[] => [
  { event: 'webhook-changed', facts: { subject: id } },
]

/** The audit log has all other actions. */
export const adminEvents: { [K in AdminEndpointName]?: AdminEvents<K> } = {
  createMember: (_input, { id }) => [{ event: 'account-created', facts: { memberId: id, method: 'admin' } }],
  removeMember: (_input, { id }) => [{ event: 'account-deleted', facts: { memberId: id } }],
  exportMembers: () => [{ event: 'members-exported' }],
  importMembers: ({ dryRun }) => (dryRun === 'true' ? [] : [{ event: 'members-imported' }]),
  addWebhookEndpoint: webhookChanged,
  changeWebhookEndpoint: webhookChanged,
  removeWebhookEndpoint: webhookChanged,
  rollWebhookSecret: (_input, { id }) => [{ event: 'webhook-secret-changed', facts: { subject: id } }],
}

/** Other errors with status 403 are `access-refused`. */
const eventsByCode: Partial<Record<ErrorCode, SecurityEventName>> = {
  'invalid-credentials': 'login-refused',
  'no-password-set': 'login-refused',
  'use-social-login': 'login-refused',
  'invalid-passwordless-login-code': 'login-refused',
  'invalid-member-ticket': 'login-refused',
  'invalid-login-link': 'login-refused',
  'provider-session-expired': 'login-refused',
  'account-connect-failed': 'login-refused',
  'passkey-not-found': 'login-refused',
  'passkey-refused': 'login-refused',
  'invalid-second-factor': 'second-factor-refused',
  'invalid-reset-code': 'code-refused',
  'client/invalid-token': 'session-refused',
  'invalid-captcha': 'captcha-refused',
  'invalid-secret-key': 'admin-key-refused',
  'domain-not-permitted': 'origin-refused',
  'invalid-webhook-signature': 'signature-refused',
  'invalid-file-type': 'upload-refused',
  'unsupported-file-type': 'upload-refused',
}

/** @returns null for anything but an attack: a typo, a missing object, a server failure */
export function refusalEvent(error: ApiError): { event: SecurityEventName; reason: string } | null {
  if (error.passedLimit)
    return error.passedLimit.isFirst ? { event: 'limit-reached', reason: error.passedLimit.name } : null
  const event = error.event ?? eventsByCode[error.code] ?? (error.status === 403 ? 'access-refused' : undefined)
  return event === undefined ? null : { event, reason: error.code }
}
