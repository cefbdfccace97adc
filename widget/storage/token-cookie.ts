import Cookies from 'js-cookie'
import { COOKIE_FALLBACK_LIFETIME_DAYS } from '../../contract/limits'
import { attempt } from '../lib/attempt'
import type { Session } from '../stores/session'

const DAY_MS = 86_400_000

export interface TokenCookie {
  read(): string | null
  /** False if the browser did not keep it: then the token must live elsewhere. */
  write(session: Session): boolean
  remove(): void
}

/**
 * Never throws: a sandboxed frame has no cookies, and already asking for them is an error there.
 * @param domain the root domain to share the cookie with, undefined for this host alone
 */
export function createTokenCookie(name: string, location: Location, domain: string | undefined): TokenCookie {
  const where = { path: '/', ...(domain === undefined ? {} : { domain }) }
  const read = (): string | null => attempt(() => Cookies.get(name)) ?? null
  return {
    read,
    write(session) {
      const secure = location.protocol === 'https:'
      const attributes = { ...where, expires: lifetimeDays(session), sameSite: 'strict', secure } as const
      attempt(() => Cookies.set(name, session.accessToken, attributes))
      return read() === session.accessToken
    },
    remove() {
      for (const at of [where, { path: '/' }]) attempt(() => Cookies.remove(name, at))
    },
  }
}

/** The days that the token has left, rounded up; the usual lifetime when its end is not known. */
export function lifetimeDays({ expires }: Session): number {
  return expires === null ? COOKIE_FALLBACK_LIFETIME_DAYS : Math.ceil((expires - Date.now()) / DAY_MS)
}
