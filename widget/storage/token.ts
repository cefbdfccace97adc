import { rootDomain } from '../lib/root-domain'
import type { Session } from '../stores/session'
import type { SafeStorage } from './safe-storage'
import { createTokenCookie, type TokenCookie } from './token-cookie'

export const TOKEN_KEY = '_ms-mid'

export interface TokenStorage {
  /** True where the token lives in a cookie, which tells other tabs nothing. */
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

/** Keeps the session token in local storage, or in a cookie where the page asks for one. */
export function createTokenStorage(settings: TokenSettings): TokenStorage {
  const { local } = settings
  const { cookie, wanted } = chooseCookie(settings)
  return {
    isCookie: wanted,
    // Asking for cookies makes the browser wait for another process: only where the page wants them.
    read: () => local.get(TOKEN_KEY) ?? (wanted ? cookie.read() : null),
    write(session) {
      const kept = session !== null && wanted && cookie.write(session)
      // Never both: the local one is read first and would outlive the cookie.
      if (kept || session === null) local.remove(TOKEN_KEY)
      else local.set(TOKEN_KEY, session.accessToken)
      if (!kept) cookie.remove()
    },
  }
}

/** A root-domain cookie is of use only if the API lives under the same root; else local storage serves as well. */
function chooseCookie({ config, location, apiUrl }: TokenSettings): { cookie: TokenCookie; wanted: boolean } {
  const root = config.setCookieOnRootDomain ? rootDomain(location.hostname) : undefined
  const shared = root !== undefined && root !== null && rootDomain(new URL(apiUrl).hostname) === root
  const wanted = config.useCookies === true && (root === undefined || shared)
  return { cookie: createTokenCookie(TOKEN_KEY, location, shared ? root : undefined), wanted }
}
