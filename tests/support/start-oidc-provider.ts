import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import { Provider } from 'oidc-provider'
import type { Context } from 'oidc-provider'
import { createOidcMemory } from './oidc-memory'
import { accountOf, consentPage, loginPage } from './oidc-pages'
import type { OidcAccount } from './oidc-pages'

export interface OidcProviderOptions {
  /** Allowed redirect URIs. */
  redirectUris: string[]
  port?: number
  clientId?: string
  clientSecret?: string
  authentication?: 'client_secret_basic' | 'client_secret_post'
  /** Skips the consent page. */
  skipConsent?: boolean
}

export type OidcRoute = 'discovery' | 'jwks' | 'token' | 'userinfo'

export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>

/**
 * A real OpenID Connect provider on a loopback port. Any email address logs in as that account: it asks for the
 * address, whether it is verified, and a name, then for consent.
 */
export async function startOidcProvider(options: OidcProviderOptions) {
  const { clientId = 'membership', clientSecret = 'secret-of-acme', skipConsent = false } = options
  const accounts = new Map<string, OidcAccount>()
  const alterations = new Map<string, (body: Record<string, unknown>) => unknown>()
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const signingKey = await createSigningKey()
  const calls: string[] = []

  const provider = new Provider(issuer, {
    adapter: createOidcMemory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: options.redirectUris,
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: options.authentication ?? 'client_secret_basic',
      },
    ],
    clientAuthMethods: [options.authentication ?? 'client_secret_basic'],
    jwks: { keys: [signingKey] },
    renderError: (context: Context, { error }: { error: string }) => {
      context.body = `Acme refuses: ${error}`
    },
    cookies: { keys: ['key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    scopes: ['openid'],
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, sub: string) => {
      const account = accounts.get(sub)
      return account && { accountId: sub, claims: () => account }
    },
    ...(skipConsent && { loadExistingGrant: (context: Context) => grantAll(provider, context) }),
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  })
  provider.use(async (context, next) => {
    await next()
    const route = context.oidc?.route ?? ''
    calls.push(route)
    const alter = alterations.get(route)
    if (alter && typeof context.body === 'object') context.body = await alter({ ...context.body })
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) answer(request, response)
    else
      interact({ provider, accounts }, request, response).catch((error: unknown) => {
        response.writeHead(400).end(String(error))
      })
  })

  return {
    issuer,
    clientId,
    clientSecret,
    /** Signs its ID tokens; includes the private part. */
    signingKey,
    callsOf: (route: OidcRoute) => calls.filter((one) => one === route).length,
    /** Changes the responses of an endpoint; null restores them. */
    alter(route: OidcRoute, change: ((body: Record<string, unknown>) => unknown) | null): void {
      if (change) alterations.set(route, change)
      else alterations.delete(route)
    },
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'first', alg: 'ES256', use: 'sig' }
}

interface Parts {
  provider: Provider
  accounts: Map<string, OidcAccount>
}

async function interact(
  { provider, accounts }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    return void response.end(prompt.name === 'login' ? loginPage() : consentPage(params.client_id))
  }
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const form = new URLSearchParams(body)
  const finish = (result: object) => provider.interactionFinished(request, response, result)
  if (form.has('cancel')) return finish({ error: 'access_denied', error_description: 'The person said no.' })
  if (prompt.name === 'login') {
    const account = accountOf(form)
    accounts.set(account.sub, account)
    return finish({ login: { accountId: account.sub } })
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id })
  grant.addOIDCScope(params.scope)
  return provider.interactionFinished(
    request,
    response,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  )
}

async function grantAll(provider: Provider, { oidc }: Context) {
  const accountId = oidc?.session?.accountId
  const clientId = oidc?.client?.clientId
  if (accountId === undefined || clientId === undefined) return undefined
  const grant = new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(oidc?.params?.scope ?? 'openid')
  await grant.save()
  return grant
}
