import { OWNER_SESSION_LIFETIME_HOURS } from '../../../contract/limits'
import { OWNER_PATH } from '../../domain/owner/owner-session'
import type { Services } from '../../ports/services'
import { readCookie, writeCookie } from '../cookie'

const NAME = 'owner_session'

/** The session's token that a browser sent. @param header Cookie */
export const readSessionCookie = ({ urls }: Pick<Services, 'urls'>, header: string | null): string | null =>
  readCookie(header, NAME, urls.api)

/** The value of Set-Cookie. @param token null takes the cookie away */
export function writeSessionCookie({ urls }: Pick<Services, 'urls'>, token: string | null): string {
  const seconds = token === null ? 0 : OWNER_SESSION_LIFETIME_HOURS * 3_600
  return writeCookie(NAME, token ?? '', { path: OWNER_PATH, seconds, sameSite: 'Strict', apiUrl: urls.api })
}
