import { createHmac } from 'node:crypto'
import { backTo, createCodes, formOf } from './codes'
import { CLIENT, REDIRECT_URI, serveFakeProvider } from './serve-fake-provider'
import type { Asked, Reply } from './serve-fake-provider'
import type { FakeProviderOptions } from './fake-provider'

/** An error of the Graph API. */
export const graphError = (code: number, message: string, type = 'OAuthException') => ({
  error: { message, type, code, fbtrace_id: 'AbCdEfGhIjK' },
})

/** As "Manually Build a Login Flow" and the Graph API's "User" and "Secure Graph API Calls" describe it. */
export async function startFacebook({ person, cancels = false }: FakeProviderOptions) {
  const codes = createCodes()
  const token = (asked: Asked): Reply => {
    const { id, secret } = formOf(asked)
    if (id !== CLIENT.clientId)
      return { status: 400, json: graphError(101, 'Error validating application. Invalid application ID.') }
    if (secret !== CLIENT.clientSecret) return { status: 400, json: graphError(1, 'Error validating client secret.') }
    const taken = codes.take(asked)
    if (taken === 'redirect')
      return {
        status: 400,
        json: graphError(100, 'Error validating verification code. Please make sure your redirect_uri …'),
      }
    if (typeof taken === 'string')
      return { status: 400, json: graphError(100, 'This authorization code has been used.') }
    return { json: { access_token: taken.accessToken, token_type: 'bearer', expires_in: 5_183_944 } }
  }
  /** The app has "Require App Secret" on. */
  const me = (asked: Asked): Reply => {
    const accessToken = (asked.headers.authorization ?? '').replace(/^Bearer /u, '')
    if (!codes.isToken(accessToken))
      return { status: 400, json: graphError(190, 'Invalid OAuth access token - Cannot parse access token') }
    const proof = createHmac('sha256', CLIENT.clientSecret).update(accessToken).digest('hex')
    if (asked.query.get('appsecret_proof') !== proof)
      return {
        status: 400,
        json: graphError(100, 'API calls from the server require an appsecret_proof argument', 'GraphMethodException'),
      }
    const fields = (asked.query.get('fields') ?? 'id,name').split(',')
    return { json: Object.fromEntries(Object.entries(person).filter(([name]) => fields.includes(name))) }
  }
  const server = await serveFakeProvider({
    'GET /dialog/oauth': (asked) => {
      const { query } = asked
      if (query.get('client_id') !== CLIENT.clientId || query.get('redirect_uri') !== REDIRECT_URI)
        return { status: 400, text: 'URL blocked' }
      if (!cancels) return backTo(asked, { code: codes.give(asked) })
      return backTo(asked, {
        error_reason: 'user_denied',
        error: 'access_denied',
        error_description: 'Permissions error.',
      })
    },
    'POST /oauth/access_token': token,
    'GET /me': me,
  })
  const paths = { authorize: '/dialog/oauth', token: '/oauth/access_token', userinfo: '/me' }
  return { ...server, paths }
}
