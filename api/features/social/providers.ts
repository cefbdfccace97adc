import type { Hono } from 'hono'
import { createHmac } from 'node:crypto'
import type { SocialProviderKey } from '../../../contract/providers'
import type { AppEnv } from '../../http/request'
import { methodNotAllowed } from '../../http/router'
import { PROVIDER_ICONS_PATH } from '../apps/social-providers'
import type { ClaimedIdentity, ClientAuthentication, ProfileSource } from './oauth'
import type { ProviderUrls } from './settings'

/** All server-side facts about a provider. Its key and name are in `contract/providers.ts`. */
interface ProviderRow {
  urls: ProviderUrls
  scopes: readonly string[]
  /** Whether it checks PKCE (S256). Others refuse or ignore it. */
  pkce: boolean
  authentication: ClientAuthentication
  /** In addition to OAuth's parameters. */
  authorizeParameters?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  readProfile: (source: ProfileSource) => Promise<ClaimedIdentity>
  /** Whether its verified email address logs in to that account. A wrong `true` lets strangers take over accounts. */
  emailIsProven: boolean
  /** The source for that in the provider's documentation. */
  emailDocumentation: string
  /** Content of a 24 by 24 SVG, with its own background, so that it is visible on any page. */
  icon: string
}

/**
 * Google and LinkedIn support OpenID Connect, but userinfo has the same claims, comes from the provider itself, and
 * needs no keys. LinkedIn's ID token has no nonce that could bind it to this browser.
 */
export const socialProviderRows: Record<SocialProviderKey, ProviderRow> = {
  facebook: {
    urls: {
      authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      userinfo: 'https://graph.facebook.com/v23.0/me',
    },
    scopes: ['email', 'public_profile'],
    // Only in its OpenID Connect flow, which is in beta.
    pkce: false,
    authentication: 'body',
    readProfile: readFacebookProfile,
    // No field says whether the email address was verified.
    emailIsProven: false,
    emailDocumentation: 'https://developers.facebook.com/docs/graph-api/reference/user/',
    icon: `<circle cx="12" cy="12" r="12" fill="#0866ff"/>
<path d="M16.2 6.1h-1.5c-1.6 0-2.4.9-2.4 2.5V24M8.8 12.4h6.9" fill="none" stroke="#fff" stroke-width="2.9"/>`,
  },
  google: {
    urls: {
      authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
    },
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    authentication: 'body',
    // People with several accounts choose one, instead of getting the open one.
    authorizeParameters: { prompt: 'select_account' },
    readProfile: readOpenIdProfile,
    // `email_verified`: true if the user’s email address has been verified.
    emailIsProven: true,
    emailDocumentation: 'https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload',
    icon: `<circle cx="12" cy="12" r="12" fill="#fff"/>
<g fill="none" stroke-width="3.2" transform="translate(-4.2 -4.2) scale(1.35)">
<path d="M16.1 7.9a5.8 5.8 0 0 0-9.15 1.2" stroke="#ea4335"/>
<path d="M6.95 9.1a5.8 5.8 0 0 0 0 5.8" stroke="#fbbc04"/>
<path d="M6.95 14.9a5.8 5.8 0 0 0 8.6 1.7" stroke="#34a853"/>
<path d="M15.55 16.6a5.8 5.8 0 0 0 2.2-4.4H12" stroke="#4285f4"/>
</g>`,
  },
  linkedin: {
    urls: {
      authorize: 'https://www.linkedin.com/oauth/v2/authorization',
      token: 'https://www.linkedin.com/oauth/v2/accessToken',
      userinfo: 'https://api.linkedin.com/v2/userinfo',
    },
    scopes: ['openid', 'email', 'profile'],
    // Only for native clients, at other URLs.
    pkce: false,
    authentication: 'body',
    readProfile: readOpenIdProfile,
    // `email_verified` says whether the primary email address was verified.
    emailIsProven: true,
    emailDocumentation:
      'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2#response-body-schema',
    icon: `<rect width="24" height="24" rx="4" fill="#0a66c2"/>
<circle cx="6.6" cy="6.4" r="1.9" fill="#fff"/>
<path d="M6.6 9.7V19M11.4 19v-9.3m0 4.5c0-2.1 1.1-3.2 2.8-3.2s2.8 1.1 2.8 3.2V19" fill="none" stroke="#fff" stroke-width="3"/>`,
  },
  spotify: {
    urls: {
      authorize: 'https://accounts.spotify.com/authorize',
      token: 'https://accounts.spotify.com/api/token',
      userinfo: 'https://api.spotify.com/v1/me',
    },
    scopes: ['user-read-email'],
    pkce: true,
    authentication: 'basic',
    readProfile: readSpotifyProfile,
    // The email address is unverified: there is no proof that it belongs to the user.
    emailIsProven: false,
    emailDocumentation: 'https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile',
    icon: `<circle cx="12" cy="12" r="12" fill="#1ed760"/>
<path d="M5.4 8.5c4.6-1.4 9.5-.9 13.5 1.4M6.1 12.4c3.9-1.1 7.9-.7 11.3 1.2M6.8 16c3.2-.9 6.3-.5 9 1" fill="none" stroke="#121212" stroke-width="2" stroke-linecap="round"/>`,
  },
  dribbble: {
    urls: {
      authorize: 'https://dribbble.com/oauth/authorize',
      token: 'https://dribbble.com/oauth/token',
      userinfo: 'https://api.dribbble.com/v2/user',
    },
    scopes: ['public'],
    pkce: false,
    authentication: 'body',
    readProfile: readDribbbleProfile,
    // Version 2 of the API returns no email address.
    emailIsProven: false,
    emailDocumentation: 'https://developer.dribbble.com/v2/user/',
    icon: `<circle cx="12" cy="12" r="12" fill="#ea4c89"/>
<g fill="none" stroke="#fff" stroke-width="1.6">
<circle cx="12" cy="12" r="7.7"/>
<path d="M9 4.9c2.9 3.8 4.9 8.4 5.7 13.9M4.4 11c5.3.1 9.7-1 13.2-4.3M6.7 17.5c2.6-4.2 7.3-6.2 13-4.8"/>
</g>`,
  },
  github: {
    urls: {
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      userinfo: 'https://api.github.com/user',
    },
    scopes: ['read:user', 'user:email'],
    pkce: true,
    authentication: 'body',
    headers: { accept: 'application/vnd.github+json' },
    readProfile: readGithubProfile,
    // Each email address in the list says whether it is verified.
    emailIsProven: true,
    emailDocumentation: 'https://docs.github.com/en/rest/users/emails',
    icon: `<circle cx="12" cy="12" r="12" fill="#24292f"/>
<path d="M7.3 5.6 9.9 7a8.5 8.5 0 0 1 4.2 0l2.6-1.4c.5 1.1.5 2.1.3 2.9a5 5 0 0 1 1.3 3.4c0 3.6-2.3 4.8-4.5 5.1.6.6.9 1.3.9 2.4V24H9.3v-2.5c-2 .4-2.9-.5-3.6-1.6-.4-.6-.9-1-1.4-1.2 1.8-.5 2.5 2 5 1.3 0-.8.4-1.4.9-1.9-2.2-.3-4.5-1.5-4.5-5.1A5 5 0 0 1 7 8.5c-.2-.8-.2-1.8.3-2.9Z" fill="#fff"/>`,
  },
}

/** @param key of a row, or of an issuer in OIDC_PROVIDERS, which the owner vouches for */
export const trustsProviderEmail = (key: string): boolean => !isKnown(key) || socialProviderRows[key].emailIsProven

/** Google, LinkedIn and every OpenID Connect provider have the same claim names. */
async function readOpenIdProfile({ ask, url }: ProfileSource): Promise<ClaimedIdentity> {
  return readOpenIdClaims(await ask(url))
}

export function readOpenIdClaims(claims: Record<string, unknown>): ClaimedIdentity {
  const verified = claims['email_verified']
  return {
    subject: claims['sub'],
    email: claims['email'],
    // LinkedIn and some others have sent a string where the standard has a boolean.
    emailVerified: verified === true || verified === 'true',
    firstName: claims['given_name'],
    lastName: claims['family_name'],
  }
}

/** Graph sends the requested fields. People who signed up by phone, or do not share it, have no email address. */
async function readFacebookProfile({ ask, url, accessToken, clientSecret }: ProfileSource): Promise<ClaimedIdentity> {
  const query = new URL(url)
  query.searchParams.set('fields', 'id,first_name,last_name,email')
  // Proves that we know the secret; apps with "Require App Secret" get no response without it.
  query.searchParams.set('appsecret_proof', createHmac('sha256', clientSecret).update(accessToken).digest('hex'))
  const { id, email, first_name: firstName, last_name: lastName } = await ask(query)
  return { subject: id, email, emailVerified: false, firstName, lastName }
}

/**
 * The profile has only public email addresses, without saying whether they are verified, so the list of addresses is
 * read. A GitHub App without permission for that list gets no address.
 */
async function readGithubProfile({ ask, askForMore, url }: ProfileSource): Promise<ClaimedIdentity> {
  const { id, name } = await ask(url)
  const list = await askForMore(`${url.replace(/\/$/u, '')}/emails`)
  const primary = Array.isArray(list) ? list.filter(isEntry).find((entry) => entry['primary'] === true) : undefined
  return {
    subject: id,
    email: primary?.['email'],
    emailVerified: primary?.['verified'] === true,
    ...splitName(name),
  }
}

const isEntry = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Accounts are linked by `account_id` if present, because `id` may change. The email address is unverified, and absent for
 * apps in development mode. The display name is not a person's name.
 */
async function readSpotifyProfile({ ask, url }: ProfileSource): Promise<ClaimedIdentity> {
  const { account_id: accountId, id, email } = await ask(url)
  return { subject: accountId ?? id, email, emailVerified: false, firstName: null, lastName: null }
}

/** Version 2 of its API returns no email address. */
async function readDribbbleProfile({ ask, url }: ProfileSource): Promise<ClaimedIdentity> {
  const { id, name } = await ask(url)
  return { subject: id, email: null, emailVerified: false, ...splitName(name) }
}

/** Splits a full name after its first word; the member can correct it. */
function splitName(name: unknown): { firstName: string | null; lastName: string | null } {
  const [firstName = '', ...rest] = typeof name === 'string' ? name.trim().split(/\s+/u) : []
  return { firstName: firstName || null, lastName: rest.join(' ') || null }
}

/** The provider's SVG icon; a key for providers in OIDC_PROVIDERS. */
const providerIcon = (provider: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">
${isKnown(provider) ? socialProviderRows[provider].icon : KEY_ICON}
</svg>
`

const isKnown = (provider: string): provider is SocialProviderKey => Object.hasOwn(socialProviderRows, provider)

const KEY_ICON = `<circle cx="12" cy="12" r="12" fill="#4a5568"/>
<g fill="none" stroke="#fff" stroke-width="2">
<circle cx="8.6" cy="12" r="3.3"/>
<path d="M11.9 12h7.6v3.4M16 12v2.6"/>
</g>`

const A_DAY_SECONDS = 86_400

export function bindProviderIcons(app: Hono<AppEnv>): void {
  const path = `${PROVIDER_ICONS_PATH}/:file{[a-z0-9-]+\\.svg}`
  app.get(path, (context) => {
    const provider = context.req.param('file').replace(/\.svg$/u, '')
    return context.body(providerIcon(provider), 200, {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': `public, max-age=${A_DAY_SECONDS}`,
    })
  })
  app.all(path, methodNotAllowed(['GET']))
}
