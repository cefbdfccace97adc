import { parseUrl } from '../../../contract/parse-url'
import { socialProviders } from '../../../contract/providers'
import type { SocialProviderKey } from '../../../contract/providers'

/** Our registration with a provider. */
export interface ProviderClient {
  clientId: string
  clientSecret: string
}

export interface ProviderUrls {
  authorize: string
  token: string
  userinfo: string
}

/** An OpenID Connect provider of the owner; discovery supplies the rest. */
export interface OpenIdSettings extends ProviderClient {
  key: string
  issuer: string
  scopes: string[]
}

export interface SocialProviderSettings {
  /** Providers of the product; absent: not configured. */
  known: Partial<Record<SocialProviderKey, ProviderClient & { urls: Partial<ProviderUrls> }>>
  openId: OpenIdSettings[]
}

type Read = (name: string) => string | undefined

const URL_NAMES = [
  { use: 'authorize', suffix: 'AUTHORIZE_URL' },
  { use: 'token', suffix: 'TOKEN_URL' },
  { use: 'userinfo', suffix: 'USERINFO_URL' },
] as const
const OPEN_ID_SCOPES = ['openid', 'email', 'profile']

/**
 * Reads the providers from the environment.
 * @param read returns a variable's value, undefined when it is not set
 * @param mayBePlain whether a URL may be http: on loopback, in development
 * @returns the settings, or a sentence about the first invalid one, without IDs and secrets
 */
export function readSocialProviders(read: Read, mayBePlain: (url: URL) => boolean): SocialProviderSettings | string {
  const readers = { read, mayBePlain }
  const settings: SocialProviderSettings = { known: {}, openId: [] }
  for (const { key, name } of socialProviders) {
    const found = readKnown(readers, key.toUpperCase(), name)
    if (typeof found === 'string') return found
    if (found !== null) settings.known[key] = found
  }
  const keys = (read('OIDC_PROVIDERS') ?? '').split(',').map((key) => key.trim())
  for (const key of keys.filter((one) => one !== '')) {
    if (!/^[a-z0-9-]{1,40}$/u.test(key))
      return 'OIDC_PROVIDERS must be keys of small letters, digits and dashes, separated by commas.'
    if (socialProviders.some((known) => known.key === key) || settings.openId.some((other) => other.key === key))
      return `OIDC_PROVIDERS names ${key}, which is taken already.`
    const found = readOpenId(readers, key)
    if (typeof found === 'string') return found
    settings.openId.push(found)
  }
  return settings
}

interface Readers {
  read: Read
  mayBePlain: (url: URL) => boolean
}

/** Null for a provider that is not configured. */
function readKnown(readers: Readers, prefix: string, provider: string) {
  const urls: Partial<ProviderUrls> = {}
  for (const { use, suffix } of URL_NAMES) {
    const value = readers.read(`${prefix}_${suffix}`)
    if (value === undefined) continue
    if (!isSafeUrl(value, readers)) return mustBeUrl(`${prefix}_${suffix}`)
    if (readers.read(`${prefix}_CLIENT_ID`) === undefined)
      return `${prefix}_${suffix} is set without ${prefix}_CLIENT_ID. It belongs to a client that is registered there.`
    urls[use] = value
  }
  const client = readClient(readers.read, prefix, provider)
  return typeof client === 'string' || client === null ? client : { ...client, urls }
}

function readOpenId(readers: Readers, key: string): OpenIdSettings | string {
  const prefix = `OIDC_${key.toUpperCase().replaceAll('-', '_')}`
  const issuer = readers.read(`${prefix}_ISSUER`)
  if (issuer === undefined) return `OIDC_PROVIDERS names ${key}, but ${prefix}_ISSUER is not set.`
  if (!isSafeUrl(issuer, readers) || /[?#]/u.test(issuer)) return mustBeUrl(`${prefix}_ISSUER`)
  const client = readClient(readers.read, prefix, 'OpenID Connect')
  if (typeof client === 'string') return client
  if (client === null) return `OIDC_PROVIDERS names ${key}, but ${prefix}_CLIENT_ID is not set.`
  const scopes = readers.read(`${prefix}_SCOPES`)?.split(/[\s,]+/u) ?? OPEN_ID_SCOPES
  if (!scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/u.test(scope)))
    return `${prefix}_SCOPES must be scopes separated by spaces.`
  // Without `openid` the provider sends no ID token.
  return { key, issuer, ...client, scopes: [...new Set(['openid', ...scopes])] }
}

function readClient(read: Read, prefix: string, provider: string): ProviderClient | string | null {
  const names = { clientId: `${prefix}_CLIENT_ID`, clientSecret: `${prefix}_CLIENT_SECRET` }
  const [clientId, clientSecret] = [read(names.clientId), read(names.clientSecret)]
  if (clientId === undefined && clientSecret === undefined) return null
  if (clientId === undefined) return `${names.clientSecret} is set without ${names.clientId}. ${provider} needs both.`
  if (clientSecret === undefined)
    return `${names.clientId} is set without ${names.clientSecret}. ${provider} needs both.`
  if (!/^[\x21-\x7e]+$/u.test(clientId)) return `${names.clientId} must be an id without spaces.`
  if (!/^[\x21-\x7e]+$/u.test(clientSecret)) return `${names.clientSecret} must be a secret without spaces.`
  return { clientId, clientSecret }
}

/** The client secret is sent there, and the response decides about identities. */
function isSafeUrl(value: string, { mayBePlain }: Readers): boolean {
  const url = parseUrl(value)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url))
}

const mustBeUrl = (name: string): string =>
  `${name} must be an https address without credentials; in development http on a loopback address is enough.`
