/** Tokens of the session, the device and emailed codes. */
import Cookies from 'js-cookie'
import { COOKIE_FALLBACK_LIFETIME_DAYS } from '../../contract/limits'
import { parseJson, reportProblem, tryOrUndefined } from '../lib/errors'
import { rootDomain } from '../lib/urls'
import { isRecord } from '../lib/values'
import type { CodeKind, DeviceMemory } from '../stores/device'
import type { Session } from '../stores/identity'
import { createSafeStorage, type SafeStorage } from './safe-storage'

export const TOKEN_KEY = '_ms-mid'

const DAY_MS = 86_400_000

export interface TokenStorage {
  /** True if the token is in a cookie, which causes no storage event in other tabs. */
  isCookie: boolean
  read(): string | null
  write(session: Session | null): void
}

export interface TokenSettings {
  local: SafeStorage
  location: Location
  apiUrl: string
  config: { useCookies?: boolean; setCookieOnRootDomain?: boolean }
}

/** Stores the session token in local storage, or in a cookie if the page asks for one. */
export function createTokenStorage(settings: TokenSettings): TokenStorage {
  const { local } = settings
  const { cookie, wanted } = chooseCookie(settings)
  return {
    isCookie: wanted,
    // Reading cookies makes the browser wait for another process, so do it only if the page wants them.
    read: () => local.get(TOKEN_KEY) ?? (wanted ? cookie.read() : null),
    write(session) {
      const isStored = session !== null && wanted && cookie.write(session)
      // Never both: the local one is read first and would outlive the cookie.
      if (isStored || session === null) local.remove(TOKEN_KEY)
      else local.set(TOKEN_KEY, session.accessToken)
      if (!isStored) cookie.remove()
    },
  }
}

/** A root-domain cookie is only useful if the API has the same root domain. Otherwise local storage is as good. */
function chooseCookie({ config, location, apiUrl }: TokenSettings): { cookie: TokenCookie; wanted: boolean } {
  const root = config.setCookieOnRootDomain ? rootDomain(location.hostname) : undefined
  const shared = root !== undefined && root !== null && rootDomain(new URL(apiUrl).hostname) === root
  const wanted = config.useCookies === true && (root === undefined || shared)
  if (config.useCookies === true && !wanted) reportProblem('warn', noSharedCookie(location.hostname, apiUrl, root))
  return { cookie: createTokenCookie(TOKEN_KEY, location, shared ? root : undefined), wanted }
}

function noSharedCookie(hostname: string, apiUrl: string, root: string | null | undefined): string {
  const why = root
    ? `the API at ${new URL(apiUrl).hostname} is not on the root domain "${root}"`
    : `"${hostname}" has no root domain`
  return `setCookieOnRootDomain has no effect: ${why}. The session is in local storage.`
}

interface TokenCookie {
  read(): string | null
  /** False if the browser did not store it. The token must then be stored elsewhere. */
  write(session: Session): boolean
  remove(): void
}

/**
 * Never throws: a sandboxed frame has no cookies, and even reading them is an error there.
 * @param domain the root domain to share the cookie with, undefined for this host only
 */
export function createTokenCookie(name: string, location: Location, domain: string | undefined): TokenCookie {
  const scope = { path: '/', ...(domain === undefined ? {} : { domain }) }
  const read = (): string | null => tryOrUndefined(() => Cookies.get(name)) ?? null
  return {
    read,
    write(session) {
      const secure = location.protocol === 'https:'
      const attributes = { ...scope, expires: lifetimeDays(session), sameSite: 'strict', secure } as const
      tryOrUndefined(() => Cookies.set(name, session.accessToken, attributes))
      return read() === session.accessToken
    },
    remove() {
      for (const at of [scope, { path: '/' }]) tryOrUndefined(() => Cookies.remove(name, at))
    },
  }
}

/** The days until the token expires, rounded up; the default lifetime if the expiry is unknown. */
export function lifetimeDays({ expires }: Session): number {
  return expires === null ? COOKIE_FALLBACK_LIFETIME_DAYS : Math.ceil((expires - Date.now()) / DAY_MS)
}

/** `passkey`, `code`, `password` or the key of a provider; null before the first login. */
export const lastMethod = (window: Window): string | null =>
  createSafeStorage(() => window.localStorage).get(METHOD_KEY)

export const DEVICE_KEY = '_ms-device'
const REQUEST_KEY = '_ms-request'
/** For all tabs: the link of a login email opens a new one. */
export const LINK_KEY = '_ms-link'
/** Stays in the browser: the button of the method says that it was used last. */
export const METHOD_KEY = '_ms-last'

/**
 * Identifies this browser at a login: its device token, for all tabs and after a logout, and the tokens of the
 * emailed codes that this tab requested. Any script of the site can read and write here; the server checks both.
 */
export function createDeviceMemory(window: Window): DeviceMemory {
  const local = createSafeStorage(() => window.localStorage)
  const tab = createSafeStorage(() => window.sessionStorage)
  const requests = (): Record<string, unknown> => {
    const stored = parseJson(tab.get(REQUEST_KEY))
    return isRecord(stored) ? stored : {}
  }
  return {
    token: () => local.get(DEVICE_KEY),
    saveToken: (token) => local.set(DEVICE_KEY, token),
    requestOf(kind: CodeKind) {
      const token = requests()[kind]
      return typeof token === 'string' ? token : null
    },
    saveRequest(kind, token) {
      tab.set(REQUEST_KEY, JSON.stringify({ ...requests(), [kind]: token }))
      if (kind === 'login' && token !== null) local.set(LINK_KEY, token)
    },
    linkRequest: () => local.get(LINK_KEY),
    method: null,
    saveMethod() {
      if (this.method) local.set(METHOD_KEY, this.method)
    },
  }
}
