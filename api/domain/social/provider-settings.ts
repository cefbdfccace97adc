import { socialProviders } from '../../../contract/providers'
import type { SocialProviderKey } from '../../../contract/providers'
import { parseUrl } from '../../../contract/parse-url'

/** As what we are registered with a provider. */
export interface ProviderClient {
  clientId: string
  clientSecret: string
}

/** Where a provider is asked. */
export interface ProviderUrls {
  /** Where people are sent. */
  authorize: string
  /** Where a code is exchanged. */
  token: string
  /** Where it says whose account it is. */
  userinfo: string
}

/** Any provider that speaks OpenID Connect; the issuer says the rest itself. */
export interface OpenIdSettings extends ProviderClient {
  key: string
  issuer: string
  scopes: string[]
}

/** Who people can come from. */
export interface SocialProviderSettings {
  /** The providers that come with the product; absent: not set up. */
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
 * The providers that the environment names.
 * @param read a variable's value, undefined when it is not set
 * @param mayBePlain whether http is enough for an address, because it never leaves this machine
 * @returns a sentence about the first thing that cannot be meant; it repeats neither ids nor secrets
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

/** Null: not set up. */
function readKnown(readers: Readers, prefix: string, provider: string) {
  const urls: Partial<ProviderUrls> = {}
  for (const { use, suffix } of URL_NAMES) {
    const value = readers.read(`${prefix}_${suffix}`)
    if (value === undefined) continue
    if (!isAddress(value, readers)) return mustBeAddress(`${prefix}_${suffix}`)
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
  if (!isAddress(issuer, readers) || /[?#]/u.test(issuer)) return mustBeAddress(`${prefix}_ISSUER`)
  const client = readClient(readers.read, prefix, 'OpenID Connect')
  if (typeof client === 'string') return client
  if (client === null) return `OIDC_PROVIDERS names ${key}, but ${prefix}_CLIENT_ID is not set.`
  const scopes = readers.read(`${prefix}_SCOPES`)?.split(/[\s,]+/u) ?? OPEN_ID_SCOPES
  if (!scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/u.test(scope)))
    return `${prefix}_SCOPES must be scopes separated by spaces.`
  // Without it the provider would speak OAuth and send no ID token.
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

/** A secret travels there, and what comes back decides who somebody is. */
function isAddress(value: string, { mayBePlain }: Readers): boolean {
  const url = parseUrl(value)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url))
}

const mustBeAddress = (name: string): string =>
  `${name} must be an https address without credentials; in development http on a loopback address is enough.`
