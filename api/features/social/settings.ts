import { parseUrl } from '../../../contract/parse-url'
import { socialProviders } from '../../../contract/providers'
import type { SocialProviderKey } from '../../../contract/providers'
import type { SettingGroup } from '../../lib/settings'

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
  /** Built-in providers; absent: not configured. */
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
 * @param read a variable's value, undefined if it is not set
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
      return 'OIDC_PROVIDERS must be keys of lowercase letters, digits and dashes, separated by commas.'
    if (socialProviders.some((known) => known.key === key) || settings.openId.some((other) => other.key === key))
      return `OIDC_PROVIDERS contains ${key}, which is already used.`
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
      return `${prefix}_${suffix} is set without ${prefix}_CLIENT_ID. Set the client ID that the provider gave you.`
    urls[use] = value
  }
  const client = readClient(readers.read, prefix, provider)
  return typeof client === 'string' || client === null ? client : { ...client, urls }
}

function readOpenId(readers: Readers, key: string): OpenIdSettings | string {
  const prefix = `OIDC_${key.toUpperCase().replaceAll('-', '_')}`
  const issuer = readers.read(`${prefix}_ISSUER`)
  if (issuer === undefined) return `OIDC_PROVIDERS contains ${key}, but ${prefix}_ISSUER is not set.`
  if (!isSafeUrl(issuer, readers) || /[?#]/u.test(issuer)) return mustBeUrl(`${prefix}_ISSUER`)
  const client = readClient(readers.read, prefix, 'OpenID Connect')
  if (typeof client === 'string') return client
  if (client === null) return `OIDC_PROVIDERS contains ${key}, but ${prefix}_CLIENT_ID is not set.`
  const scopes = readers.read(`${prefix}_SCOPES`)?.split(/[\s,]+/u) ?? OPEN_ID_SCOPES
  if (!scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/u.test(scope)))
    return `${prefix}_SCOPES must be scopes separated by spaces.`
  // Without `openid`, the provider sends no ID token.
  return { key, issuer, ...client, scopes: [...new Set(['openid', ...scopes])] }
}

function readClient(read: Read, prefix: string, provider: string): ProviderClient | string | null {
  const names = { clientId: `${prefix}_CLIENT_ID`, clientSecret: `${prefix}_CLIENT_SECRET` }
  const [clientId, clientSecret] = [read(names.clientId), read(names.clientSecret)]
  if (clientId === undefined && clientSecret === undefined) return null
  if (clientId === undefined) return `${names.clientSecret} is set without ${names.clientId}. ${provider} needs both.`
  if (clientSecret === undefined)
    return `${names.clientId} is set without ${names.clientSecret}. ${provider} needs both.`
  if (!/^[\x21-\x7e]+$/u.test(clientId)) return `${names.clientId} must be an ID without spaces.`
  if (!/^[\x21-\x7e]+$/u.test(clientSecret)) return `${names.clientSecret} must be a secret without spaces.`
  return { clientId, clientSecret }
}

/** It gets the client secret, and its response decides about identities. */
function isSafeUrl(value: string, { mayBePlain }: Readers): boolean {
  const url = parseUrl(value)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain(url))
}

const mustBeUrl = (name: string): string =>
  `${name} must be an https URL without credentials. In development, http on a loopback address also works.`

const providerPrefixes = socialProviders.map(({ key }) => `\`${key.toUpperCase()}\``).join(', ')

export const socialSettings = {
  title: 'Social login',
  about: `\`<PROVIDER>\` is one of ${providerPrefixes}; \`<KEY>\` is a key of \`OIDC_PROVIDERS\` in capitals, \`_\` for each dash ([social login](social-login.md)).`,
  settings: [
    {
      name: '<PROVIDER>_CLIENT_ID',
      meaning: 'The client ID that the provider gave you, for both modes.',
      shape: { is: 'text', like: 'an ID' },
      default: { none: 'a test page in Test Mode' },
      isSecret: false,
      example: '1234-abc.apps.googleusercontent.com',
    },
    {
      name: '<PROVIDER>_CLIENT_SECRET',
      meaning: 'The secret of that client.',
      shape: { is: 'text', like: 'a secret' },
      default: { none: 'a test page in Test Mode' },
      isSecret: true,
      example: 'GOCSPX-…',
    },
    {
      name: '<PROVIDER>_AUTHORIZE_URL',
      meaning: 'Replaces the provider’s own login URL; TOKEN and USERINFO work the same way.',
      shape: { is: 'text', like: 'an https URL' },
      default: { none: 'the provider’s URL' },
      isSecret: false,
      example: 'https://login.example.com/authorize',
    },
    {
      name: '<PROVIDER>_TOKEN_URL',
      meaning: 'The URL that exchanges a code.',
      shape: { is: 'text', like: 'an https URL' },
      default: { none: 'the provider’s URL' },
      isSecret: false,
      example: 'https://login.example.com/token',
    },
    {
      name: '<PROVIDER>_USERINFO_URL',
      meaning: 'The URL that returns the account’s profile.',
      shape: { is: 'text', like: 'an https URL' },
      default: { none: 'the provider’s URL' },
      isSecret: false,
      example: 'https://login.example.com/userinfo',
    },
    {
      name: 'OIDC_PROVIDERS',
      meaning: 'Keys of your own OpenID Connect providers, separated by commas.',
      shape: { is: 'text', like: 'lowercase letters, digits and dashes' },
      default: { none: 'none' },
      isSecret: false,
      example: 'acme,other',
    },
    {
      name: 'OIDC_<KEY>_ISSUER',
      meaning: 'The issuer’s URL; its discovery document has the rest.',
      shape: { is: 'text', like: 'an https URL' },
      default: { none: 'required' },
      isSecret: false,
      example: 'https://login.acme.example/tenant',
    },
    {
      name: 'OIDC_<KEY>_CLIENT_ID',
      meaning: 'The client ID that the provider gave you.',
      shape: { is: 'text', like: 'an ID' },
      default: { none: 'required' },
      isSecret: false,
      example: 'membership',
    },
    {
      name: 'OIDC_<KEY>_CLIENT_SECRET',
      meaning: 'The secret of that client.',
      shape: { is: 'text', like: 'a secret' },
      default: { none: 'required' },
      isSecret: true,
      example: '9f4c…',
    },
    {
      name: 'OIDC_<KEY>_SCOPES',
      meaning: 'The requested scopes; `openid` is always added.',
      shape: { is: 'text', like: 'scopes separated by spaces' },
      default: { value: 'openid email profile' },
      isSecret: false,
      example: 'openid email groups',
    },
  ],
} as const satisfies SettingGroup
