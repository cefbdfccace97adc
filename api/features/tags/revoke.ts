import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { listCredentialsByTags } from '../credentials/repository'
import { findRevoked, revokeCredentials } from '../credentials/issue'
import type { RevocationServices } from '../credentials/issue'
import { insertAuditEntry } from '../audit/repository'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { findMemberById } from '../members/repository'
import { lockLog } from '../transparency-log/repository'
import { tagRevokedMail } from './mails'
import { findTagById, markTagRevoked } from './repository'
import type { TagRow } from './repository'
import { findAppById } from '../apps/repository'

/** Anyone checking the TrustTag sees the reason. */
interface Revocation {
  tagId: string
  reason: string
  /** `owner page`, `owner command`, or the part of the service that acts for the owner. */
  actor: string
  /** Extra fields for the audit log. */
  detail?: Record<string, string>
}

/**
 * Revokes a TrustTag and its credential, once, and records who did. The holder gets an email whatever their settings.
 * Call `mailWaiting` and `logGrew` after the commit.
 * @returns false for an unknown TrustTag, or one that is already revoked
 */
export async function revokeTag(
  tx: Tx,
  services: Pick<Services, 'secrets'> & RevocationServices,
  { tagId, reason, actor, detail }: Revocation,
): Promise<boolean> {
  const at = services.clock.now()
  const tag = await findTagById(tx, tagId)
  if (!tag || !(await markRevoked(tx, tag, { at, reason }))) return false
  await revokeCredentials(tx, services, [tagId])
  const { appId, mode } = tag
  await insertAuditEntry(tx, {
    id: services.secrets.id('aud'),
    appId,
    mode,
    actor,
    at,
    act: 'tag.revoke',
    subject: tagId,
    detail: { ...detail, reason },
  })
  const [app, member] = [await findAppById(tx, appId), await findMemberById(tx, tag.memberId)]
  if (app && member) await insertMail(tx, toOutboxRow(services, app, member, tagRevokedMail(app, tag, reason)))
  return true
}

/** Under the log's lock, so a parallel revocation finds the entry. Without a credential, the column decides. */
async function markRevoked(
  tx: Tx,
  { id, mode }: Pick<TagRow, 'id' | 'mode'>,
  { at, reason }: { at: number; reason: string },
): Promise<boolean> {
  await lockLog(tx, mode)
  const signed = await listCredentialsByTags(tx, [id])
  if ((await findRevoked(tx, signed)).has(id)) return false
  return (await markTagRevoked(tx, id, at, reason)) || signed.length > 0
}
