import { listInboxMessagesFrom } from '../../features/inbox'
import type { InboxMessage } from '../../features/inbox'
import type { MemberRow } from '../../ports/store'
import { withoutAdminFields } from '../../features/members/serializers'
import type { AppDefinition } from '../app-definition'
import { bySkill } from '../assessments/by-skill'
import { retakeAt } from '../assessments/retake-at'
import { toAttempt } from '../assessments/to-attempt'
import { readSignedTags } from '../tags/signed-tag'
import type { SignedTagServices } from '../tags/signed-tag'

/**
 * Everything that is kept about a member, by what it is. Left out are secrets, which are kept as digests only, the keys of
 * questions, and fields that an app keeps for its own eyes.
 */
export async function exportMember(
  services: SignedTagServices,
  app: AppDefinition,
  { id, appId, mode, email, verified, profileImage }: MemberRow,
): Promise<Record<string, Record<string, unknown>[]>> {
  const { store, banks } = services
  const { members = [], signupRecords = [], tags = [], ...records } = await store.memberRecords.listByMember(id)
  const owner = { appId, mode, memberId: id, visitorDigest: null }
  const attempts = await store.attempts.listByOwner(owner, Number.MAX_SAFE_INTEGER)
  const sameSkill = bySkill(attempts)
  // They are found by the address alone, and one that nobody has confirmed may be somebody else's.
  const messages = verified ? await listInboxMessagesFrom(store, appId, mode, email) : []
  return {
    members: members.map((row) => Object.assign(row, { profileImage }, ownFields(app, row))),
    signupRecords: signupRecords.map((row) => Object.assign(row, ownFields(app, row))),
    ...records,
    tags: await withSignedFacts(services, id, tags),
    assessmentAttempts: attempts.map((row): Record<string, unknown> =>
      toAttempt(banks, row, retakeAt(sameSkill.of(row.skill))),
    ),
    inboxMessages: messages.map(toRecord),
  }
}

/** TrustTags say what was signed here, too. */
async function withSignedFacts(
  services: SignedTagServices,
  memberId: string,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const reported = await readSignedTags(services, await services.store.tags.listByMember(memberId))
  const signed = new Map<unknown, (typeof reported)[number]>(reported.map((one) => [one.tag.trustTagId, one]))
  return rows.map((row) => {
    const one = signed.get(row.id)
    if (one?.state !== 'signed') return row
    const { skill, category, holderName, score, topics, revokedAt, revokeReason, status } = one.tag
    return { ...row, skill, category, holderName, score, topics, revokedAt, revokeReason, status }
  })
}

function toRecord({ createdAt, ...message }: InboxMessage): Record<string, unknown> {
  return { ...message, createdAt: new Date(createdAt).toISOString() }
}

const ownFields = (app: AppDefinition, { customFields }: Record<string, unknown>) => ({
  customFields: withoutAdminFields(app, Object.assign({}, customFields)),
})
