import { endOwnerSession, OWNER_PATH } from '../../domain/owner/owner-session'
import { withCookie } from '../cookie'
import { redirectTo } from '../redirect-to'
import { asOwner } from './as-owner'
import { writeSessionCookie } from './session-cookie'

/** Ends the session, here and on the server. */
export const logout = asOwner(async (services, { owner, form, token }) => {
  if (!form) return redirectTo(OWNER_PATH)
  await endOwnerSession(services, owner, token)
  return withCookie(redirectTo(OWNER_PATH), writeSessionCookie(services, null))
})
