import type { EndpointName } from '../../contract/endpoints'
import type { Input } from '../../contract/schemas'
import type { AnswerFor, RequestFor } from '../ports/handler'
import type { SecurityEventName, SecurityNote } from '../lib/security-log'
import type { AdminEndpointName } from '../../contract/admin/endpoints'
import type { AdminInput, AdminOutput } from '../../contract/admin/schemas'
import type { ErrorCode } from '../../contract/errors'
import type { ApiError } from '../lib/errors'

/** The events of an endpoint that succeeded. `request.member` is the member as they were before. */
type Events<K extends EndpointName> = (
  request: RequestFor<K>,
  input: Input<K>,
  answer: AnswerFor<K>,
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

/**
 * Events of the client API, by endpoint. They are written here and not by the handlers, after everything is stored: none of
 * what was rolled back, and none twice.
 */
export const endpointEvents: { [K in EndpointName]?: Events<K> } = {
  signup: joined('password'),
  passwordlessSignup: joined('code'),
  login: loggedIn('password'),
  passwordlessLogin: loggedIn('code'),
  exchangeMemberTicket: loggedIn('ticket'),
  // A sign-up and a connection were written when the provider led back.
  redeemProviderAnswer: (_request, _input, { data }) =>
    data.flow === 'login' ? loggedIn('provider')({}, {}, { data: data.auth }) : [],
  logout: ({ member }) => (member === null ? [] : [{ event: 'session-ended' }]),
  resetPassword: () => [{ event: 'password-reset' }, { event: 'sessions-ended' }],
  setPassword: () => [{ event: 'password-changed' }],
  updateMemberAuth: ({ member }, { email, newPassword }) => [
    ...(newPassword === undefined ? [] : ([{ event: 'password-changed' }, { event: 'sessions-ended' }] as const)),
    ...(email === undefined || email === member.email ? [] : ([{ event: 'email-changed' }] as const)),
  ],
  deleteMember: () => [{ event: 'account-deleted' }],
  disconnectProvider: (_request, { provider }) => [{ event: 'provider-unlinked', facts: { subject: provider } }],
}

/** The events of a call of the admin API that succeeded. */
type AdminEvents<K extends AdminEndpointName> = (input: AdminInput<K>, data: AdminOutput<K>) => readonly SecurityNote[]

const webhookChanged = (_input: object, { id }: { id: string }): readonly SecurityNote[] => [
  { event: 'webhook-changed', facts: { subject: id } },
]

/** Events of the admin API, by endpoint. Everything else that an admin does is in the audit log. */
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

/** Errors that are an event wherever they come from. Others with status 403 are `access-refused`. */
const eventsByCode: Partial<Record<ErrorCode, SecurityEventName>> = {
  'invalid-credentials': 'login-refused',
  'no-password-set': 'login-refused',
  'use-social-login': 'login-refused',
  'invalid-passwordless-login-code': 'login-refused',
  'invalid-member-ticket': 'login-refused',
  'provider-session-expired': 'login-refused',
  'account-connect-failed': 'login-refused',
  'invalid-reset-code': 'code-refused',
  'client/invalid-token': 'session-refused',
  'invalid-captcha': 'captcha-refused',
  'invalid-secret-key': 'admin-key-refused',
  'domain-not-permitted': 'origin-refused',
  'invalid-webhook-signature': 'signature-refused',
  'invalid-file-type': 'upload-refused',
  'unsupported-file-type': 'upload-refused',
}

/**
 * The event of an error that a caller gets.
 * @returns null for what is no attack: a typing error, something that is not there, our own failure
 */
export function refusalEvent(error: ApiError): { event: SecurityEventName; reason: string } | null {
  if (error.passedLimit)
    return error.passedLimit.isFirst ? { event: 'limit-reached', reason: error.passedLimit.name } : null
  const event = error.event ?? eventsByCode[error.code] ?? (error.status === 403 ? 'access-refused' : undefined)
  return event === undefined ? null : { event, reason: error.code }
}
