import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { TagRow } from '../../ports/trusttag/tag-store'
import { tagRevokedMail } from './mails'
import { toOutboxRow } from '../mail/outbox'
import { findRevoked, revokeCredentials } from '../credentials/revoke'
import type { RevocationServices } from '../credentials/revoke'

/** Anyone checking the TrustTag sees the reason. */
interface Revocation {
  tagId: string
  reason: string
  /** `owner page`, `owner command`, or the part of the service that acts in an owner's name. */
  actor: string
  /** Extra entries for the audit log. */
  detail?: Record<string, string>
}

export type RevokingRepositories = Pick<
  Repositories,
  'tags' | 'auditLog' | 'members' | 'apps' | 'outbox' | 'credentials' | 'statusPlaces' | 'log'
>

/**
 * Revokes a TrustTag with its credential, once, and records who did. The holder gets an email whatever their settings. Call
 * `mailWaiting` and `logGrew` after the commit.
 * @returns false for an unknown TrustTag, or one that was revoked before
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

/** Under the log's lock, so a parallel revocation finds the entry. The column decides only without a credential. */
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
