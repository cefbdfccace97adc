import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { tagRevokedMail } from '../mails/tag-revoked-mail'
import { toOutboxRow } from '../mails/to-outbox-row'
import { withdrawCredential } from '../proof/withdraw-credential'

/** Who withdraws which TrustTag, and why: the reason is for people, and whoever checks the TrustTag reads it. */
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
 * Withdraws a TrustTag with its credential, once, and notes who did. The holder is told by mail whatever they set: it is about
 * what they own. Call `mailWaiting` and `logGrew` once the transaction is through.
 * @returns false when there is no such TrustTag, or it was withdrawn before; then nothing is changed
 */
export async function revokeTag(
  repositories: RevokingRepositories,
  services: Pick<Services, 'secrets' | 'clock' | 'issuer'>,
  { tagId, reason, actor, detail }: Revocation,
): Promise<boolean> {
  const at = services.clock.now()
  if (!(await repositories.tags.revoke(tagId, at, reason))) return false
  const tag = await repositories.tags.find(tagId)
  if (!tag) return false
  await withdrawCredential(repositories, services, tagId)
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
