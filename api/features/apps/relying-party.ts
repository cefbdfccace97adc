import { isIP } from 'node:net'
import { parseUrl } from '../../../contract/parse-url'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { AppDefinition } from './definition'
import { signInPolicy } from './sign-in-policy'

/** The part of an app that decides where its passkeys work. */
export type PasskeyApp = Pick<AppDefinition, 'id' | 'liveDomains' | 'signIn' | 'passwordless'>

export interface RelyingParty {
  /** The domain that passkeys belong to. */
  rpId: string
  /** The page is on another domain, which `https://<rpId>/.well-known/webauthn` must list. */
  isRelated: boolean
}

/** Browsers accept this many registrable domains in the file (Web Authentication Level 3, 5.11.1). */
export const RELATED_LABELS_MAX = 5

/**
 * Null where passkeys cannot work: without an origin, on an IP address, in live mode with several domains and no `passkeys.rpId`, and
 * where the page would be one domain too many.
 */
export async function relyingPartyOf(app: PasskeyApp, mode: Mode, origin: string | null): Promise<RelyingParty | null> {
  const host = origin === null ? undefined : parseUrl(origin)?.hostname
  if (!host || isIpAddress(host)) return null
  // Passkeys of Test Mode belong to the exact host, so they never open a live account of the same domain.
  if (mode === 'test' || isLocal(host)) return { rpId: host, isRelated: false }
  const rpId = await liveRpId(app)
  if (rpId === null) return null
  if (isWithin(host, rpId)) return { rpId, isRelated: false }
  return (await relatedOrigins(app, rpId)).includes(`https://${host}`) ? { rpId, isRelated: true } : null
}

/** Whether pages of the mode offer passkeys. A page on an IP address finds out itself. */
export async function offersPasskeys(app: PasskeyApp, mode: Mode): Promise<boolean> {
  if (!signInPolicy(app).methods.passkey) return false
  return mode === 'test' || publicDomains(app).length < 2 || (await liveRpId(app)) !== null
}

/** The domain of the passkeys, if the live page is on another one; undefined otherwise. */
export async function relatedSite(app: PasskeyApp, mode: Mode, origin: string | null): Promise<string | undefined> {
  // Any other app has one domain, so most calls end here.
  if (mode !== 'live' || signInPolicy(app).passkeys.rpId === null) return undefined
  const party = await relyingPartyOf(app, mode, origin)
  return party?.isRelated ? party.rpId : undefined
}

/** The RP ID of live pages; null: several domains, and the app names none. */
export async function liveRpId(app: PasskeyApp): Promise<string | null> {
  const named = signInPolicy(app).passkeys.rpId
  if (named !== null) return named
  const domains = await registrableDomains(app)
  return domains.length === 1 ? (domains[0] ?? null) : null
}

/** Origins for the file at the RP ID's host: the live domains outside of it, at most five labels. */
export async function relatedOrigins(app: PasskeyApp, rpId: string): Promise<string[]> {
  const labelOf = await labelsOf()
  const others = publicDomains(app).filter((domain) => !isWithin(domain, rpId))
  const labels = new Set([...new Set(others.map(labelOf))].slice(0, RELATED_LABELS_MAX))
  return others.filter((domain) => labels.has(labelOf(domain))).map((domain) => `https://${domain}`)
}

/** `www.example.com` and `example.com` are one; `shop.webflow.io` is its own, by the public suffix list. */
async function registrableDomains(app: PasskeyApp): Promise<string[]> {
  const { getDomain } = await import('tldts')
  const domains = publicDomains(app).map((host) => getDomain(host, { allowPrivateDomains: true }) ?? host)
  return [...new Set(domains)]
}

/** The label of a domain as browsers count it: without its public suffix. */
export async function labelsOf(): Promise<(domain: string) => string> {
  const { getDomainWithoutSuffix } = await import('tldts')
  return (domain) => getDomainWithoutSuffix(domain, { allowPrivateDomains: true }) ?? domain
}

export const publicDomains = ({ liveDomains }: PasskeyApp): string[] =>
  liveDomains.map((domain) => domain.toLowerCase()).filter((domain) => !isLocal(domain) && !isIpAddress(domain))

const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** IPv6 hosts of URLs have brackets. */
const isIpAddress = (host: string): boolean => isIP(host.replaceAll(/^\[|\]$/gu, '')) !== 0

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** Port and scheme do not matter. */
export function isLiveDomain(app: Pick<AppDefinition, 'liveDomains'>, origin: string): boolean {
  const { hostname } = new URL(origin)
  return app.liveDomains.some((domain) => domain.toLowerCase() === hostname)
}

interface Caller {
  app: AppDefinition
  mode: Mode
  origin: string | null
}

/**
 * The named site must be the caller's, and in live mode one of the app's: mails must not link to foreign sites.
 * @throws ApiError `invalid-field-value`
 */
export function checkOriginDomain({ app, mode, origin }: Caller, originDomain: string | undefined): void {
  if (originDomain === undefined) return
  const named = new URL(originDomain)
  const allowed = mode === 'test' || app.liveDomains.includes(named.hostname)
  // blob: and filesystem: URLs have an origin but are not pages; page URLs have no credentials.
  const isPage = /^https?:$/u.test(named.protocol) && named.username === '' && named.password === ''
  if (named.origin !== origin || !allowed || !isPage) throw new ApiError('invalid-field-value')
}
