import { backTo, createCodes, formOf } from './codes'
import { CLIENT, REDIRECT_URI, serveFakeProvider } from './serve-fake-provider'
import type { FakeProviderOptions } from './fake-provider'

/** As "Using OAuth 2.0 for Web Server Applications" and "OpenID Connect" of Google Identity describe it. */
export async function startGoogle({ person, cancels = false }: FakeProviderOptions) {
  const codes = createCodes()
  const server = await serveFakeProvider({
    'GET /o/oauth2/v2/auth': (asked) => {
      const { query } = asked
      if (query.get('client_id') !== CLIENT.clientId) return { status: 401, text: 'Error 401: invalid_client' }
      if (query.get('redirect_uri') !== REDIRECT_URI) return { status: 400, text: 'Error 400: redirect_uri_mismatch' }
      if (cancels) return backTo(asked, { error: 'access_denied' })
      return backTo(asked, { iss: 'https://accounts.google.com', code: codes.give(asked), authuser: '0' })
    },
    'POST /token': (asked) => {
      const { id, secret } = formOf(asked)
      if (id !== CLIENT.clientId || secret !== CLIENT.clientSecret)
        return { status: 401, json: { error: 'invalid_client', error_description: 'Unauthorized' } }
      const taken = codes.take(asked)
      if (taken === 'redirect') return { status: 400, json: { error: 'redirect_uri_mismatch' } }
      if (typeof taken === 'string')
        return { status: 400, json: { error: 'invalid_grant', error_description: 'Malformed auth code.' } }
      return {
        json: {
          access_token: taken.accessToken,
          expires_in: 3599,
          scope: 'openid',
          token_type: 'Bearer',
          id_token: 'e30.e30.',
        },
      }
    },
    'GET /v1/userinfo': (asked) =>
      codes.isKnown(asked) ? { json: person } : { status: 401, json: { error: 'invalid_request' } },
  })
  const paths = { authorize: '/o/oauth2/v2/auth', token: '/token', userinfo: '/v1/userinfo' }
  return { ...server, paths }
}
