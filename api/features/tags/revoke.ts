import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { TagRow } from '../../ports/trusttag/tag-store'
import { tagRevokedMail } from './mails'
import { toOutboxRow } from '../mail/outbox'
import { findRevoked, revokeCredentials } from '../credentials/revoke'
import type { RevocationServices } from '../credentials/revoke'

/** Who revokes which TrustTag, and why. Anyone checking the TrustTag sees the reason. */
export interface Revocation {
  tagId: string
  reason: string
  /** `owner page`, `owner command`, or the part of the service that acts in an owner's name. */
  actor: string
  /** What else is to stand in the audit log. */
  detail?: Record<string, string>
}

export type RevokingRepositories = Pick<
  Repositories,
  'tags' | 'auditLog' | 'members' | 'apps' | 'outbox' | 'credentials' | 'statusPlaces' | 'log'
>

/**
 * Revokes a TrustTag with its credential, once, and records who did. The holder gets a mail whatever they set: it is about
 * what they own. Call `mailWaiting` and `logGrew` after the commit.
 * @returns false when there is no such TrustTag, or it was revoked before; then nothing is changed
 */
export async function revokeTag(
  repositories: RevokingRepositories,
  services: Pick<Services, 'secrets'> & RevocationServices,
  { tagId, reason, actor, detail }: Revocation,
): Promise<boolean> {
  const at = services.clock.now()
  const tag = await repositories.tags.find(tagId)
  if (!tag || !(await markRevoked(repositories, tag, { at, reason }))) return false
  await revokeCredentials(repositories, services, [tagId])
  const { appId, mode } = tag
  await repositories.auditLog.insert({
    id: services.secrets.id('aud'),
    appId,
    mode,
    actor,
    at,
    act: 'tag.revoke',
    subject: tagId,
    detail: { ...detail, reason },
  })
  const [app, member] = [await repositories.apps.findById(appId), await repositories.members.findById(tag.memberId)]
  if (app && member)
    await repositories.outbox.insert(toOutboxRow(services, app, member, tagRevokedMail(app, tag, reason)))
  return true
}

/** Of two that revoke at once the second waits for the log, and finds the entry. The column decides only without a credential. */
async function markRevoked(
  { tags, credentials, log }: RevokingRepositories,
  { id, mode }: Pick<TagRow, 'id' | 'mode'>,
  { at, reason }: { at: number; reason: string },
): Promise<boolean> {
  await log.lock(mode)
  const signed = await credentials.listByTags([id])
  if ((await findRevoked({ log }, signed)).has(id)) return false
  return (await tags.revoke(id, at, reason)) || signed.length > 0
}
