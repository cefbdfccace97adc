import { OWNER_SESSION_LIFETIME_HOURS } from '../../../contract/limits'
import { OWNER_PATH } from '../../domain/owner/owner-session'
import type { Services } from '../../ports/services'

const NAME = 'owner_session'

/** The session's token that a browser sent. @param header Cookie */
export function readSessionCookie(header: string | null): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) || null
}

/** The value of Set-Cookie. @param token null takes the cookie away */
export function writeSessionCookie({ urls }: Pick<Services, 'urls'>, token: string | null): string {
  const seconds = token === null ? 0 : OWNER_SESSION_LIFETIME_HOURS * 3_600
  const secure = urls.api.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${token ?? ''}; Path=${OWNER_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** A redirect that also sets or takes away the cookie. */
export function withCookie(response: Response, cookie: string): Response {
  response.headers.append('Set-Cookie', cookie)
  return response
}
