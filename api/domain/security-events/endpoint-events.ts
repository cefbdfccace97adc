import type { EndpointName } from '../../../contract/endpoints'
import type { Input } from '../../../contract/schemas'
import type { AnswerFor, RequestFor } from '../../ports/handler'
import type { SecurityNote } from './security-note'

/** What is told of an endpoint that succeeded. `request.member` is the member as they were before. */
type Tell<K extends EndpointName> = (
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
 * Events of the client API, by endpoint. They are told here and not by the handlers, after everything is stored, so that
 * none is written of what was rolled back, and none twice.
 */
export const endpointEvents: { [K in EndpointName]?: Tell<K> } = {
  signup: joined('password'),
  passwordlessSignup: joined('code'),
  login: loggedIn('password'),
  passwordlessLogin: loggedIn('code'),
  exchangeMemberTicket: loggedIn('ticket'),
  // A sign-up and a connection were told when the provider led back.
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
