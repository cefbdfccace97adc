import { TAG_VALIDITY_YEARS } from '../../../contract/limits'
import type { Input } from '../../../contract/schemas'
import type { Db, Tx } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { RequestFor } from '../members/context'
import type { Services } from '../../http/services'
import { lockCaller } from '../members/context'
import { recordActivity } from '../assessments/attempts'
import { lockAttempt } from '../assessments/repository'
import { claimOf, findSkill } from '../assessments/skills'
import { holdsClaim } from '../assessments/start'
import type { AttemptRow } from '../assessments/repository'
import { secondIsOpen } from '../assessments/rules'
import { assessmentEvidence } from '../credentials/build'
import { issueCredential } from '../credentials/issue'
import { insertMail, toOutboxRow } from '../mail/outbox'
import type { MemberRow } from '../members/repository'
import { listWorkSamplesByAttempt } from '../work-samples/repository'
import { addSkillToPurchase, spendCredit } from './credits'
import { ensureProfile, findHolderName } from './holder'
import { tagIssuedMail } from './mails'
import { findTagByAttempt, findTagById, insertTag } from './repository'
import type { TagRow } from './repository'

type IssueServices = Pick<
  Services,
  'store' | 'banks' | 'issuer' | 'secrets' | 'clock' | 'urls' | 'mailWaiting' | 'logGrew'
>

type IssueRequest = Pick<Input<'issueTag'>, 'attemptId' | 'holderName' | 'visibility'>

/**
 * Issues the TrustTag of a passed attempt for one credit: credit, TrustTag, activity and mail in one transaction. A
 * repeated call returns the same TrustTag and spends nothing. Default visibility: private.
 * @throws ApiError `client/invalid-token`, `attempt-not-found`, `attempt-not-passed`, `second-set-needed`,
 * `no-credit-left`,
 * `tag-already-issued` if it was issued in another name, `holder-name-fixed`, `claim-already-held`
 */
export async function issueTag(
  services: IssueServices,
  request: RequestFor<'issueTag'>,
  wanted: IssueRequest,
): Promise<TagRow> {
  const issued = await services.store.transaction(async (tx) => {
    // Lock the member row so a credit is spent once.
    const { current } = await lockCaller(tx, services, request)
    const attempt = await lockPassed(tx, request, wanted.attemptId, services.clock.now())
    const earlier = await findTagByAttempt(tx, attempt.id)
    if (earlier) return requireSameName(earlier, wanted)
    await requireName(tx, attempt.memberId, wanted.holderName)
    if (await holdsClaim(tx, services, { owner: attempt, bank: { id: attempt.bankId } }, services.clock.now()))
      throw new ApiError('claim-already-held')
    const tag = await writeTag(tx, services, attempt, wanted)
    await recordActivity(tx, services, tag, 'TrustTag earned')
    await mailHolder(tx, services, request, { member: current, tag })
    return tag
  })
  services.mailWaiting()
  services.logGrew()
  return issued
}

/** Only the member's own attempts; the login claimed those of their browser. */
async function lockPassed(
  tx: Tx,
  { app, mode, member }: RequestFor<'issueTag'>,
  id: string,
  now: number,
): Promise<AttemptRow & { memberId: string; result: NonNullable<AttemptRow['result']> }> {
  const attempt = await lockAttempt(tx, id)
  const isOwn = attempt?.memberId === member.id && attempt.appId === app.id && attempt.mode === mode
  if (!attempt || !isOwn) throw new ApiError('attempt-not-found')
  const { result, status } = attempt
  if (status === 'COMPLETE' && secondIsOpen(result, now)) throw new ApiError('second-set-needed')
  if (status !== 'COMPLETE' || !result?.passed || !attempt.counts || attempt.secondOf !== null)
    throw new ApiError('attempt-not-passed')
  return { ...attempt, memberId: member.id, result }
}

/** One account has one name: that of its first TrustTag, unless a review changed it. */
async function requireName(tx: Tx, memberId: string, holderName: string): Promise<void> {
  const fixed = await findHolderName(tx, memberId)
  if (fixed !== null && fixed !== holderName) throw new ApiError('holder-name-fixed')
}

function requireSameName(earlier: TagRow, { holderName }: IssueRequest): TagRow {
  if (earlier.holderName !== holderName) throw new ApiError('tag-already-issued')
  return earlier
}

async function writeTag(
  tx: Tx,
  services: IssueServices,
  attempt: Awaited<ReturnType<typeof lockPassed>>,
  { holderName, visibility = 'PRIVATE' }: IssueRequest,
): Promise<TagRow> {
  const { banks, secrets, clock } = services
  const { id: attemptId, appId, mode, memberId, result, bankId } = attempt
  const skill = claimOf(banks, attempt)
  const category = skill === attempt.skill ? attempt.category : findSkill(banks, skill).category
  const bank = banks.byId(attempt.bankId)
  const { code } = bank ?? banks.general()
  const now = clock.now()
  const id = await newTagId(tx, { secrets, clock }, { code, mode })
  const creditId = await spendCredit(tx, { memberId, tagId: id, at: now })
  const unproved = {
    id,
    appId,
    mode,
    memberId,
    attemptId,
    creditId,
    skill,
    category,
    holderName,
    visibility,
    score: result.score,
    topics: result.topics,
    sets: result.sets.length,
    attemptNumber: attempt.number,
    isReviewed: bank?.status === 'reviewed',
    issuedAt: now,
    expiresAt: yearsAfter(now, TAG_VALIDITY_YEARS),
    revokedAt: null,
    revokeReason: null,
  }
  const samples = await listWorkSamplesByAttempt(tx, attemptId)
  const evidence = assessmentEvidence(attempt, samples)
  const tag = {
    ...unproved,
    proof: await issueCredential(tx, services, { tag: unproved, memberId, bankId, evidence }),
  }
  await insertTag(tx, tag)
  await addSkillToPurchase(tx, creditId, skill)
  return tag
}

function yearsAfter(time: number, years: number): number {
  const date = new Date(time)
  return date.setUTCFullYear(date.getUTCFullYear() + years)
}

async function mailHolder(
  tx: Tx,
  services: IssueServices,
  { app }: RequestFor<'issueTag'>,
  { member, tag }: { member: MemberRow; tag: TagRow },
): Promise<void> {
  const { emailNotifications } = await ensureProfile(tx, services, member)
  if (!emailNotifications) return
  await insertMail(tx, toOutboxRow(services, app, member, tagIssuedMail(app, services.urls, tag)))
}

/** Enough to make guessing hopeless within the rate limit. */
const DIGITS = 12
const TRIES = 20

/** `TT-<code of the skill><year><number>`, in Test Mode `TT-TEST-…`. Random, so that IDs cannot be enumerated. */
async function newTagId(
  db: Db,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { code, mode }: { code: string; mode: Mode },
): Promise<string> {
  const year = new Date(clock.now()).getUTCFullYear()
  const start = `TT-${mode === 'test' ? 'TEST-' : ''}${code}${year}`
  for (let tries = 0; tries < TRIES; tries += 1) {
    const id = start + String(secrets.below(10 ** DIGITS)).padStart(DIGITS, '0')
    if ((await findTagById(db, id)) === null) return id
  }
  throw new Error('No free TrustTag ID found.')
}
