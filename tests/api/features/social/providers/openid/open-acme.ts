import { SignJWT, decodeJwt, importJWK } from 'jose'
import type { JWTPayload } from 'jose'
import { onTestFinished } from 'vitest'
import { createOpenIdProvider } from '../../../../../../api/features/social/choose-providers'
import type { OpenIdSettings } from '../../../../../../api/features/social/settings'
import type { AuthorizationAnswer } from '../../../../../../api/features/apps/social-providers'
import { startOidcProvider } from '../../../../../support/start-oidc-provider'
import type { OidcProviderOptions } from '../../../../../support/start-oidc-provider'
import { clickThrough } from '../click-through'
import type { Press } from '../click-through'
import { OURS } from '../log-in-at'

const ADA = { email: 'Ada@example.com', email_verified: 'on', given_name: 'Ada', family_name: 'Lovelace' }

export interface AcmeOptions extends Partial<OidcProviderOptions> {
  settings?: Partial<OpenIdSettings>
  now?: () => number
}

/** A real OpenID Connect provider, and our client for it. */
export async function openAcme({ settings, now, ...options }: AcmeOptions = {}) {
  const acme = await startOidcProvider({ redirectUris: [OURS.redirectUri], skipConsent: true, ...options })
  onTestFinished(() => acme.close())
  const { issuer, clientId, clientSecret } = acme
  const provider = createOpenIdProvider({
    settings: { key: 'acme', issuer, clientId, clientSecret, scopes: ['openid', 'email', 'profile'], ...settings },
    ...(now && { now }),
  })

  const visit = async (presses: Press[] = [ADA], redirectUri = OURS.redirectUri): Promise<AuthorizationAnswer> => {
    const request = { ...OURS, redirectUri }
    const address = await provider.authorize({ ...request, appName: 'Demo' })
    return { ...request, parameters: await clickThrough(address, redirectUri, presses) }
  }
  const logIn = async (presses?: Press[]) => provider.identify(await visit(presses))

  /** Replaces the ID token with another one of its claims. */
  const forge = (make: (claims: JWTPayload) => Promise<string | undefined>): void =>
    acme.alter('token', async (body) => ({ ...body, id_token: await make(decodeJwt(String(body['id_token']))) }))

  /** Signed with the provider's own key by default. */
  const sign = async (claims: JWTPayload, { key = acme.signingKey, alg = 'ES256', kid = 'first' } = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(await importJWK(key, alg))

  return { acme, provider, visit, logIn, forge, sign }
}
