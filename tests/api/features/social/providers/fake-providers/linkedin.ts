import { backTo, createCodes, formOf } from './codes'
import { CLIENT, REDIRECT_URI, serveFakeProvider } from './serve-fake-provider'
import type { FakeProviderOptions } from './fake-provider'

export interface LinkedinOptions extends FakeProviderOptions {
  /** At which of its two pages the person refuses. */
  cancelsAt?: 'login' | 'authorize'
}

const MISMATCH = {
  error: 'invalid_request',
  error_description:
    'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
}

/** Follows "Authorization Code Flow (3-legged OAuth)" and "Sign In with LinkedIn using OpenID Connect". */
export async function startLinkedin({ person, cancels = false, cancelsAt = 'login' }: LinkedinOptions) {
  const codes = createCodes()
  const server = await serveFakeProvider({
    'GET /oauth/v2/authorization': (asked) => {
      const { query } = asked
      if (query.get('client_id') !== CLIENT.clientId || query.get('redirect_uri') !== REDIRECT_URI)
        return { status: 400, text: 'The redirect_uri does not match the registered value' }
      // PKCE is for native clients, at another URL.
      if (query.has('code_challenge')) return backTo(asked, { error: 'invalid_request' })
      if (cancels)
        return backTo(asked, {
          error: `user_cancelled_${cancelsAt}`,
          error_description: 'The user cancelled LinkedIn login',
        })
      return backTo(asked, { code: codes.give(asked) })
    },
    'POST /oauth/v2/accessToken': (asked) => {
      const { id, secret } = formOf(asked)
      if (id === null || secret === null)
        return {
          status: 400,
          json: { error: 'invalid_request', error_description: 'A required parameter "client_id" is missing' },
        }
      if (id !== CLIENT.clientId || secret !== CLIENT.clientSecret)
        return {
          status: 401,
          json: { error: 'invalid_client', error_description: 'Client authentication failed' },
        }
      const taken = codes.take(asked)
      if (typeof taken === 'string') return { status: 400, json: MISMATCH }
      // Its ID token has no nonce.
      return { json: { access_token: taken.accessToken, expires_in: 5_184_000, scope: 'openid', id_token: 'e30.e30.' } }
    },
    'GET /v2/userinfo': (asked) =>
      codes.isKnown(asked)
        ? { json: person }
        : { status: 401, json: { status: 401, serviceErrorCode: 65_600, message: 'Invalid access token' } },
  })
  const paths = { authorize: '/oauth/v2/authorization', token: '/oauth/v2/accessToken', userinfo: '/v2/userinfo' }
  return { ...server, paths }
}
