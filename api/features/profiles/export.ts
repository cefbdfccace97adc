import { listInboxMessagesFrom } from '../inbox'
import type { InboxMessage } from '../inbox'
import type { MemberRow } from '../../ports/store'
import { withoutAdminFields } from '../members/serializers'
import type { AppDefinition } from '../apps/definition'
import { bySkill, retakeAt } from '../assessments/skills'
import { toAttempt } from '../assessments/serializers'
import { readSignedTags } from '../tags/signed-tag'
import type { SignedTagServices } from '../tags/signed-tag'

/** All stored data of a member, by table, without secrets, the keys of questions, and fields for the app's admins only. */
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
  // Messages are found by email address alone: an unconfirmed one may belong to another person.
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

/** The signed facts win over the columns, as everywhere. */
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
