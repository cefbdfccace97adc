import { backTo, createCodes } from './codes'
import { CLIENT, REDIRECT_URI, serveFakeProvider } from './serve-fake-provider'
import type { FakeProviderOptions } from './fake-provider'

/** The credentials, form-encoded as RFC 6749 requires. */
const BASIC = `Basic ${Buffer.from(`${CLIENT.clientId}:${encodeURIComponent(CLIENT.clientSecret)}`).toString('base64')}`

/** As "Authorization Code Flow" and "Get Current User's Profile" of the Web API describe it. */
export async function startSpotify({ person, cancels = false }: FakeProviderOptions) {
  const codes = createCodes()
  const server = await serveFakeProvider({
    'GET /authorize': (asked) => {
      const { query } = asked
      if (query.get('client_id') !== CLIENT.clientId) return { status: 400, text: 'INVALID_CLIENT: Invalid client' }
      if (query.get('redirect_uri') !== REDIRECT_URI)
        return { status: 400, text: 'INVALID_CLIENT: Invalid redirect URI' }
      return backTo(asked, cancels ? { error: 'access_denied' } : { code: codes.give(asked) })
    },
    'POST /api/token': (asked) => {
      if (asked.headers.authorization !== BASIC)
        return { status: 400, json: { error: 'invalid_client', error_description: 'Invalid client' } }
      const taken = codes.take(asked)
      if (taken === 'redirect')
        return { status: 400, json: { error: 'invalid_grant', error_description: 'Invalid redirect URI' } }
      if (typeof taken === 'string')
        return { status: 400, json: { error: 'invalid_grant', error_description: `Invalid authorization ${taken}` } }
      return {
        json: { access_token: taken.accessToken, token_type: 'Bearer', scope: 'user-read-email', expires_in: 3600 },
      }
    },
    'GET /v1/me': (asked) =>
      codes.isKnown(asked)
        ? { json: person }
        : { status: 401, json: { error: { status: 401, message: 'Invalid access token' } } },
  })
  return { ...server, paths: { authorize: '/authorize', token: '/api/token', userinfo: '/v1/me' } }
}
