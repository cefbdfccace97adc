import { backTo, createCodes, formOf } from './codes'
import { CLIENT, REDIRECT_URI, serveFakeProvider } from './serve-fake-provider'
import type { FakeProviderOptions } from './fake-provider'

/** As "OAuth" and "User" of its API v2 describe it. */
export async function startDribbble({ person, cancels = false }: FakeProviderOptions) {
  const codes = createCodes()
  const server = await serveFakeProvider({
    'GET /oauth/authorize': (asked) => {
      const { query } = asked
      if (query.get('client_id') !== CLIENT.clientId || query.get('redirect_uri') !== REDIRECT_URI)
        return { status: 401, text: 'The redirect uri included is not valid.' }
      return backTo(asked, cancels ? { error: 'access_denied' } : { code: codes.give(asked) })
    },
    'POST /oauth/token': (asked) => {
      const { id, secret } = formOf(asked)
      if (id !== CLIENT.clientId || secret !== CLIENT.clientSecret)
        return { status: 401, json: { error: 'invalid_client', error_description: 'Client authentication failed' } }
      const taken = codes.take(asked)
      if (typeof taken === 'string') return { status: 400, json: { error: 'invalid_grant' } }
      return { json: { access_token: taken.accessToken, token_type: 'bearer', scope: 'public' } }
    },
    'GET /v2/user': (asked) =>
      codes.isKnown(asked) ? { json: person } : { status: 401, json: { message: 'Bad credentials.' } },
  })
  return { ...server, paths: { authorize: '/oauth/authorize', token: '/oauth/token', userinfo: '/v2/user' } }
}
