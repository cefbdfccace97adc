import { SESSION_LIFETIME_DAYS } from '../../../contract/limits'
import type { Tokens } from '../../../contract/entities'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'

const DAY_MS = 24 * 60 * 60 * 1000

/** Logs a member in: the token leaves with the answer, the database keeps its digest, and when it was. */
export async function startSession(
  repositories: Pick<Repositories, 'sessions' | 'members'>,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  member: MemberRow,
): Promise<Tokens> {
  const accessToken = secrets.sessionToken()
  const createdAt = clock.now()
  const expiresAt = createdAt + (app.sessionLifetimeDays ?? SESSION_LIFETIME_DAYS) * DAY_MS
  await repositories.sessions.insert({
    tokenDigest: secrets.digest(accessToken),
    memberId: member.id,
    appId: member.appId,
    mode: member.mode,
    createdAt,
    expiresAt,
  })
  await repositories.members.noteLogin(member.id, createdAt)
  return { accessToken, expires: expiresAt, type: 'bearer' }
}
