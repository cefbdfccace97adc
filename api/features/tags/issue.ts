import { TAG_VALIDITY_YEARS } from '../../../contract/limits'
import type { Input } from '../../../contract/schemas'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import type { TagRow } from '../../ports/trusttag/tag-store'
import { lockCaller } from '../members/context'
import { ApiError } from '../../lib/errors'
import { recordActivity } from '../assessments/attempts'
import { tagIssuedMail } from './mails'
import { toOutboxRow } from '../mail/outbox'
import { assessmentEvidence } from '../credentials/build'
import { issueCredential } from '../credentials/issue'
import { spendCredit } from './credits'
import { ensureProfile } from './holder'
import type { Mode } from '../../lib/ids'

type IssueServices = Pick<
  Services,
  'store' | 'banks' | 'issuer' | 'secrets' | 'clock' | 'urls' | 'mailWaiting' | 'logGrew'
>

type Wish = Pick<Input<'issueTag'>, 'attemptId' | 'holderName' | 'visibility'>

/**
 * Issues the TrustTag of a passed attempt for one credit: credit, TrustTag, activity and mail in one transaction. A repeated
 * call returns the same TrustTag and spends nothing. It is private unless the holder chose otherwise.
 * @throws ApiError `client/invalid-token`, `attempt-not-found`, `attempt-not-passed`, `no-credit-left`, `tag-already-issued`
 *   where it was issued in another name
 */
export async function issueTag(services: IssueServices, request: RequestFor<'issueTag'>, wish: Wish): Promise<TagRow> {
  const issued = await services.store.transaction(async (repositories) => {
    // Lock the member row so a credit is spent once.
    const { current } = await lockCaller(repositories, services, request)
    const attempt = await lockPassed(repositories, request, wish.attemptId)
    const earlier = await repositories.tags.findByAttempt(attempt.id)
    if (earlier) return sameName(earlier, wish)
    const tag = await writeTag(repositories, services, attempt, wish)
    await recordActivity(repositories, services, tag, 'TrustTag earned')
    await tellHolder(repositories, services, request, current, tag)
    return tag
  })
  services.mailWaiting()
  services.logGrew()
  return issued
}

/** Only the member's own attempts: those of their browser were claimed at the login. */
async function lockPassed(
  { attempts }: Pick<Repositories, 'attempts'>,
  { app, mode, member }: RequestFor<'issueTag'>,
  id: string,
): Promise<AttemptRow & { memberId: string; result: NonNullable<AttemptRow['result']> }> {
  const attempt = await attempts.lock(id)
  const isOwn = attempt?.memberId === member.id && attempt.appId === app.id && attempt.mode === mode
  if (!attempt || !isOwn) throw new ApiError('attempt-not-found')
  const { result, status } = attempt
  if (status !== 'COMPLETE' || !result?.passed) throw new ApiError('attempt-not-passed')
  return { ...attempt, memberId: member.id, result }
}

function sameName(earlier: TagRow, { holderName }: Wish): TagRow {
  if (earlier.holderName !== holderName) throw new ApiError('tag-already-issued')
  return earlier
}

async function writeTag(
  repositories: Repositories,
  services: IssueServices,
  attempt: Awaited<ReturnType<typeof lockPassed>>,
  { holderName, visibility = 'PRIVATE' }: Wish,
): Promise<TagRow> {
  const { banks, secrets, clock } = services
  const { id: attemptId, appId, mode, memberId, skill, category, result, bankId } = attempt
  const { code } = banks.byId(attempt.bankId) ?? banks.general()
  const now = clock.now()
  const id = await newTagId(repositories, { secrets, clock }, { code, mode })
  const creditId = await spendCredit(repositories, { memberId, tagId: id, at: now })
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
    issuedAt: now,
    expiresAt: yearsAfter(now, TAG_VALIDITY_YEARS),
    revokedAt: null,
    revokeReason: null,
  }
  const samples = await repositories.workSamples.listByAttempt(attemptId)
  const evidence = assessmentEvidence(attempt, samples)
  const tag = {
    ...unproved,
    proof: await issueCredential(repositories, services, { tag: unproved, memberId, bankId, evidence }),
  }
  await repositories.tags.insert(tag)
  return tag
}

function yearsAfter(time: number, years: number): number {
  const date = new Date(time)
  return date.setUTCFullYear(date.getUTCFullYear() + years)
}

async function tellHolder(
  repositories: Repositories,
  services: IssueServices,
  { app }: RequestFor<'issueTag'>,
  member: MemberRow,
  tag: TagRow,
): Promise<void> {
  const { emailNotifications } = await ensureProfile(repositories, services, member)
  if (!emailNotifications) return
  await repositories.outbox.insert(toOutboxRow(services, app, member, tagIssuedMail(app, services.urls, tag)))
}

/** Enough to make guessing hopeless within the rate limit. */
const DIGITS = 12
const TRIES = 20

/** A free ID: `TT-<code of the skill><year><number>`, in Test Mode `TT-TEST-…`. Random, so that IDs cannot be enumerated. */
async function newTagId(
  { tags }: Pick<Repositories, 'tags'>,
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { code, mode }: { code: string; mode: Mode },
): Promise<string> {
  const year = new Date(clock.now()).getUTCFullYear()
  const start = `TT-${mode === 'test' ? 'TEST-' : ''}${code}${year}`
  for (let tries = 0; tries < TRIES; tries += 1) {
    const id = start + String(secrets.below(10 ** DIGITS)).padStart(DIGITS, '0')
    if ((await tags.find(id)) === null) return id
  }
  throw new Error('No ID for a TrustTag is left.')
}
