import { SESSION_LIFETIME_DAYS } from '../../../contract/limits'
import type { Tokens } from '../../../contract/entities'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { rememberDevice } from './devices'
import type { DeviceClaim } from './devices'

const DAY_MS = 24 * 60 * 60 * 1000

export interface FinishedLogin {
  tokens: Tokens
  /** The device token that the browser is to keep; undefined where it has one, or asked for none. */
  device: string | undefined
}

/**
 * The one way to log a member in, whatever proved them: the session begins, and the browser becomes a known device. Both
 * tokens leave with the answer, the database keeps their digests.
 *
 * @param claim what the call says of its browser
 * @param passwordWasSet whether the member chose the password in this very call
 */
export async function finishLogin(
  repositories: Pick<Repositories, 'sessions' | 'members' | 'devices'>,
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  member: MemberRow,
  { claim, passwordWasSet = false }: { claim: DeviceClaim; passwordWasSet?: boolean },
): Promise<FinishedLogin> {
  const { secrets, clock } = services
  const { deviceId, token } = await rememberDevice(repositories, services, member, claim, passwordWasSet)
  const accessToken = secrets.sessionToken()
  const createdAt = clock.now()
  const expiresAt = createdAt + (app.sessionLifetimeDays ?? SESSION_LIFETIME_DAYS) * DAY_MS
  await repositories.sessions.insert({
    tokenDigest: secrets.digest(accessToken),
    memberId: member.id,
    appId: member.appId,
    mode: member.mode,
    deviceId,
    createdAt,
    expiresAt,
  })
  await repositories.members.noteLogin(member.id, createdAt)
  return { tokens: { accessToken, expires: expiresAt, type: 'bearer' }, device: token }
}
