import type { AuditDetail } from '../../../contract/admin/audit-details'
import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { listCredentialsByTags, deleteCredential } from '../credentials/repository'
import { findRevoked, revokeCredentials, issueCredential } from '../credentials/issue'
import type { RevocationServices } from '../credentials/issue'
import { insertAuditEntry } from '../audit/repository'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { findMemberById, lockMemberById } from '../members/repository'
import { lockLog } from '../transparency-log/repository'
import { tagRevokedMail, tagReissuedMail } from './mails'
import { findTagById, markTagRevoked, listOlderGeneralTags, updateProfile, updateTag } from './repository'
import type { TagRow } from './repository'
import { findAppById } from '../apps/repository'
import { WORKPLACE_BASICS } from '../../../contract/tag-texts'
import { ApiError } from '../../lib/errors'
import { findSkill } from '../assessments/skills'
import { auditEntry, ownerText } from '../audit/actions'
import type { Owner } from '../audit/actions'
import { readGrounds } from './backfill'
import { ensureProfile } from './holder'

/** Anyone checking the TrustTag sees the reason. */
interface Revocation {
  tagId: string
  reason: string
  /** `owner page`, `owner command`, or the part of the service that acts for the owner. */
  actor: string
  /** Extra fields for the audit log. */
  detail?: AuditDetail
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

type ReissueServices = Pick<
  Services,
  'store' | 'banks' | 'issuer' | 'secrets' | 'clock' | 'urls' | 'mailWaiting' | 'logGrew' | 'proofAlarm'
>

/**
 * Issues every TrustTag that names a trade but was earned with the general questions again, as "Workplace basics": the same ID, name, score
 * and dates. Each has its own transaction, so that after a crash a second call continues. Revoked ones stay revoked.
 * @returns their IDs
 */
export async function reissueGeneralTags(services: ReissueServices, owner: Owner): Promise<string[]> {
  const { store } = services
  const ids = await listOlderGeneralTags(store, owner)
  const done: string[] = []
  for (const id of ids) {
    const isDone = await store.transaction(async (tx) => {
      const tag = await findTagById(tx, id)
      return tag !== null && tag.skill !== WORKPLACE_BASICS && reissue(tx, services, owner, tag)
    })
    if (isDone) done.push(id)
  }
  services.mailWaiting()
  services.logGrew()
  return done
}

async function reissue(tx: Tx, services: ReissueServices, owner: Owner, before: TagRow): Promise<true> {
  const { id, memberId, mode } = before
  await lockLog(tx, mode)
  const isRevoked = (await findRevoked(tx, await listCredentialsByTags(tx, [id]))).has(id) || before.revokedAt !== null
  await revokeCredentials(tx, services, [id])
  await deleteCredential(tx, id)
  const { category } = findSkill(services.banks, WORKPLACE_BASICS)
  const tag = { ...before, skill: WORKPLACE_BASICS, category }
  const { bankId, evidence } = await readGrounds(tx, before.attemptId)
  const proof = await issueCredential(tx, services, { tag, memberId, bankId, evidence })
  await updateTag(tx, id, { proof, skill: WORKPLACE_BASICS, category })
  if (isRevoked) await revokeCredentials(tx, services, [id])
  const entry = { act: 'tag.reissue', subject: id, detail: { before: before.skill } } as const
  await insertAuditEntry(tx, auditEntry(services, owner, entry))
  const [app, member] = [await findAppById(tx, before.appId), await findMemberById(tx, memberId)]
  if (app && member && !isRevoked)
    await insertMail(tx, toOutboxRow(services, app, member, tagReissuedMail(app, services.urls, before)))
  return true
}

/**
 * After a review: the name of the account's further TrustTags. Issued ones stay as they are.
 * @throws ApiError `member-not-found`, `owner-text-too-long`, `required-field-missing`
 */
export async function renameHolder(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  owner: Owner,
  memberId: string,
  typed: string,
): Promise<void> {
  const holderName = ownerText(typed)
  if (!/\p{L}/u.test(holderName)) throw new ApiError('required-field-missing')
  await services.store.transaction(async (tx) => {
    const member = await findMemberById(tx, memberId)
    if (member?.appId !== owner.appId || member.mode !== owner.mode) throw new ApiError('member-not-found')
    await lockMemberById(tx, memberId)
    await ensureProfile(tx, services, member)
    await updateProfile(tx, memberId, { holderName })
    const entry = { act: 'member.holder-name', subject: memberId, detail: { name: holderName } } as const
    await insertAuditEntry(tx, auditEntry(services, owner, entry))
  })
}
