import * as v from 'valibot'
import type { ProviderClient } from '../../domain/social/provider-settings'
import { askProvider } from './ask-provider'
import { providerError } from './provider-error'
import { refusalOf } from './refusal-of'

/** How a client says who it is at the token endpoint. */
export type ClientAuthentication = 'basic' | 'body'

export interface CodeExchange {
  provider: string
  client: ProviderClient
  authentication: ClientAuthentication
  tokenUrl: string
  code: string
  redirectUri: string
  /** Null: the provider knows no PKCE. */
  verifier: string | null
  signal: AbortSignal
}

export interface ProviderTokens {
  accessToken: string
  idToken: string | undefined
}

const tokens = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  token_type: v.optional(v.pipe(v.string(), v.regex(/^bearer$/iu))),
  id_token: v.optional(v.string()),
})

/**
 * Exchanges a code. Not by the exchange of `arctic`: that one follows redirects with the secret in hand, waits and reads
 * without limit, and knows one way to say who it is.
 * @throws ApiError
 */
export async function exchangeCode(exchange: CodeExchange): Promise<ProviderTokens> {
  const { provider, tokenUrl, signal } = exchange
  const { status, body } = await askProvider({ provider, url: tokenUrl, signal, ...request(exchange) })
  // GitHub refuses with status 200.
  const refusal = refusalOf(provider, isObject(body) ? body['error'] : undefined)
  if (refusal !== null) throw refusal
  if (body === undefined) throw providerError('provider-unavailable', provider, `answered ${status} without JSON`)
  const read = v.safeParse(tokens, body)
  if (read.success && status < 300) return { accessToken: read.output.access_token, idToken: read.output.id_token }
  throw providerError('account-connect-failed', provider, `answered ${status} without a token`)
}

function request({ client, authentication, code, redirectUri, verifier }: CodeExchange) {
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  if (verifier !== null) body.set('code_verifier', verifier)
  if (authentication === 'basic') return { method: 'POST', body, headers: { authorization: basic(client) } }
  body.set('client_id', client.clientId)
  body.set('client_secret', client.clientSecret)
  return { method: 'POST', body }
}

/** RFC 6749, 2.3.1: each part is form-encoded first. */
function basic({ clientId, clientSecret }: ProviderClient): string {
  const encode = (part: string) => new URLSearchParams({ part }).toString().slice('part='.length)
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
