import { ApiError } from '../../../lib/errors'
import type { AdminHandler } from '../../../ports/admin-handler'

/**
 * Whose a session token is. Anything but a token that logs in to this app, in the mode of the key, is refused alike.
 * @throws ApiError `client/invalid-token`
 */
export const verifyToken: AdminHandler<'verifyToken'> = async ({ store, secrets, clock }, { app, mode }, { token }) => {
  const session = await store.sessions.find(secrets.digest(token), clock.now())
  if (session?.appId !== app.id || session.mode !== mode) throw new ApiError('client/invalid-token')
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  const { memberId: id, createdAt, expiresAt } = session
  return { data: { id, type: 'member', iat: seconds(createdAt), exp: seconds(expiresAt), aud: app.id } }
}
