import { backTo, createCodes, formOf } from './codes'
import { CLIENT, REDIRECT_URI, serveFakeProvider } from './serve-fake-provider'
import type { Asked, Reply } from './serve-fake-provider'
import type { FakeProviderOptions } from './fake-provider'

export interface GithubOptions extends FakeProviderOptions {
  /** The account's list; null: the app may not read it. */
  emails?: Record<string, unknown>[] | null
  /** The registered one. */
  redirectUri?: string
}

/** A form, unless JSON is requested; errors have status 200. */
function answer({ headers }: Asked, fields: Record<string, string>): Reply {
  if (headers.accept === 'application/json') return { json: fields }
  return { text: new URLSearchParams(fields).toString(), type: 'application/x-www-form-urlencoded; charset=utf-8' }
}

/** Follows "Authorizing OAuth apps" and the REST API's "Users" and "Emails". */
export async function startGithub(options: GithubOptions) {
  const { person, cancels = false, emails = [], redirectUri = REDIRECT_URI } = options
  const codes = createCodes()
  const token = (asked: Asked): Reply => {
    const { id, secret } = formOf(asked)
    if (id !== CLIENT.clientId || secret !== CLIENT.clientSecret)
      return answer(asked, { error: 'incorrect_client_credentials', error_description: 'The client_id and/or …' })
    const taken = codes.take(asked)
    if (taken === 'redirect') return answer(asked, { error: 'redirect_uri_mismatch' })
    if (typeof taken === 'string')
      return answer(asked, { error: 'bad_verification_code', error_description: 'The code passed is incorrect …' })
    return answer(asked, { access_token: taken.accessToken, scope: 'read:user,user:email', token_type: 'bearer' })
  }
  const api = (asked: Asked, json: unknown): Reply => {
    if (!asked.headers['user-agent'])
      return { status: 403, text: 'Request forbidden by administrative rules.', type: 'text/plain' }
    if (!codes.isKnown(asked)) return { status: 401, json: { message: 'Bad credentials' } }
    return json === null ? { status: 403, json: { message: 'Resource not accessible by integration' } } : { json }
  }
  const server = await serveFakeProvider({
    'GET /login/oauth/authorize': (asked) => {
      const { query } = asked
      if (query.get('client_id') !== CLIENT.clientId) return { status: 404, text: 'Not Found' }
      if (query.get('redirect_uri') !== redirectUri) return backTo(asked, { error: 'redirect_uri_mismatch' })
      if (cancels)
        return backTo(asked, {
          error: 'access_denied',
          error_description: 'The user has denied your application access.',
        })
      return backTo(asked, { code: codes.give(asked) })
    },
    'POST /login/oauth/access_token': token,
    'GET /user': (asked) => api(asked, person),
    'GET /user/emails': (asked) => api(asked, emails),
  })
  const paths = { authorize: '/login/oauth/authorize', token: '/login/oauth/access_token', userinfo: '/user' }
  return { ...server, paths }
}
