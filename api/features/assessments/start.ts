import { GENERAL_TAG_STARTS } from '../../../contract/is-general-tag'
import { ASSESSMENT_QUESTIONS, ATTEMPT_LIFETIME_HOURS } from '../../../contract/limits'
import type { Input } from '../../../contract/schemas'
import type { Db, Tx } from '../../database/db'
import { ApiError } from '../../lib/errors'
import type { Services } from '../../http/services'
import { lockCaller, type RequestContext } from '../members/context'
import type { MemberRow } from '../members/repository'
import { attemptOwner } from './attempts'
import type { QuestionBank } from './question-bank'
import { drawQuestions, poolOf } from './questions'
import {
  holdsTag,
  insertAttempt,
  listAttemptsByBank,
  updateAttempt,
  type AttemptFlag,
  listRivals,
  type Rival,
} from './repository'
import type { AttemptOwner, AttemptRow } from './repository'
import { addExposures, listAnswerCounts, sumExposures } from './repository-statistics'
import { countedFirsts, QUESTION_REST_MS, retakeAt, secondIsOpen, unseenFrom } from './rules'
import { chooseSkill } from './skill-names'
import type { AssessedSkill } from './skills'
import { isIPv6 } from 'node:net'
import { mailboxOf } from '../../lib/text'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const EXPOSURE_DAYS = 30

type StartServices = Pick<Services, 'store' | 'banks' | 'secrets' | 'clock' | 'rateLimiter' | 'assessmentPace'>

interface StartedAttempt {
  attempt: AttemptRow
  visitorToken: string | undefined
}

/**
 * Counts for a member with a verified email; for anyone else it is practice on the open questions. An open attempt at the same claim starts
 * again with the same questions, and while a second set is due it is that set.
 * @throws ApiError `skill-refused`, `did-you-mean`, `claim-already-held`, `retake-too-early`, `questions-used-up`, `too-many-requests`, `client/invalid-token`
 */
export async function startAttempt(
  services: StartServices,
  request: RequestContext,
  { skill: typed, asTyped = false }: Input<'startAttempt'>,
): Promise<StartedAttempt> {
  const { store, banks, secrets, rateLimiter } = services
  const { member, ipAddress } = request
  if (member) await rateLimiter.take('attemptsPerAccount', member.id)
  else await rateLimiter.take('visitorAttemptsPerAddress', ipAddress)
  const skill = chooseSkill(banks, typed, asTyped)
  // It identifies the device: accounts on one device share a clock.
  const visitorToken = request.visitorDigest === null ? secrets.sessionToken() : undefined
  const visitorDigest = visitorToken === undefined ? request.visitorDigest : secrets.digest(visitorToken)
  const owner = attemptOwner({ ...request, visitorDigest })
  if (!owner) throw new Error('The attempt has no visitor and no member.')
  return store.transaction(async (tx) => {
    const caller = member && (await lockCaller(tx, services, { ...request, member })).current
    const wanted = { ...skill, owner: { ...owner, visitorDigest } }
    const attempt = caller?.verified
      ? await count(tx, services, wanted, {
          ...caller,
          network: services.assessmentPace === 0 ? null : networkDigest(services, request),
        })
      : await practise(tx, services, wanted)
    return { attempt, visitorToken }
  })
}

type Wanted = AssessedSkill & { owner: AttemptOwner }

async function practise(tx: Tx, services: StartServices, wanted: Wanted): Promise<AttemptRow> {
  const { clock, secrets } = services
  const now = clock.now()
  const own = await listAttemptsByBank(tx, wanted.owner, wanted.bank.id, now - ATTEMPT_LIFETIME_HOURS * HOUR_MS)
  const open = own.find((row) => !row.counts && row.memberId === wanted.owner.memberId && isOpen(row, now))
  if (open) return beginAgain(tx, open, wanted, now)
  const questions = drawQuestions(poolOf(wanted.bank, false), (bound) => secrets.below(bound))
  const practice = { counts: false, number: null, secondOf: null, flags: [], networkDigest: null }
  return begin(tx, services, wanted, { ...practice, questions })
}

async function count(
  tx: Tx,
  services: StartServices,
  wanted: Wanted,
  person: MemberRow & { network: string | null },
): Promise<AttemptRow> {
  const now = services.clock.now()
  const { owner, bank } = wanted
  const shared = (await listAttemptsByBank(tx, owner, bank.id, now - QUESTION_REST_MS)).filter(({ counts }) => counts)
  const own = shared.filter(({ memberId }) => memberId === owner.memberId)
  const open = own.find((row) => isOpen(row, now))
  if (open) return beginAgain(tx, open, wanted, now)
  const waiting = own.find((row) => secondIsOpen(row.result, now) && !own.some(({ secondOf }) => secondOf === row.id))
  if (waiting) {
    const questions = await draw(tx, services, wanted, shared)
    const { number, id: secondOf } = waiting
    const drawn = { questions, counts: true, number, secondOf, flags: [], networkDigest: waiting.networkDigest }
    return begin(tx, services, wanted, drawn)
  }
  if (await holdsClaim(tx, services, wanted, now)) throw new ApiError('claim-already-held')
  requireTime('retake-too-early', retakeAt(shared, now), now)
  const ids = poolOf(bank, true).map(({ id }) => id)
  // A pass may need a second set, which must not repeat questions either.
  const from = unseenFrom(shared, ids, 2 * ASSESSMENT_QUESTIONS, now)
  if (from === null) throw new ApiError('questions-used-up')
  requireTime('questions-used-up', from, now)
  const questions = await draw(tx, services, wanted, shared)
  const number = countedFirsts(shared, now).length + 1
  const flags = await findSamePerson(tx, { ...owner, bankId: bank.id }, person, now)
  const drawn = { questions, counts: true, number, secondOf: null, flags, networkDigest: person.network }
  return begin(tx, services, wanted, drawn)
}

/** "Workplace basics" is one claim with one valid TrustTag per account, whatever skill was chosen. */
export const holdsClaim = async (
  db: Db,
  { banks }: Pick<Services, 'banks'>,
  { owner, bank }: { owner: Pick<AttemptOwner, 'memberId'>; bank: Pick<QuestionBank, 'id'> },
  now: number,
): Promise<boolean> =>
  bank.id === banks.general().id && owner.memberId !== null && holdsTag(db, owner.memberId, GENERAL_TAG_STARTS, now)

const isOpen = ({ status, expiresAt }: AttemptRow, now: number): boolean => status === 'OPEN' && expiresAt > now

function requireTime(code: 'retake-too-early' | 'questions-used-up', from: number | null, now: number): void {
  if (from !== null && from > now) throw new ApiError(code, { retryAfterSeconds: Math.ceil((from - now) / 1_000) })
}

/** Unseen questions of the bank. */
async function draw(
  tx: Tx,
  { clock, secrets }: StartServices,
  { bank, owner }: { bank: QuestionBank; owner: AttemptOwner },
  shared: readonly AttemptRow[],
) {
  const today = Math.floor(clock.now() / DAY_MS)
  const ofBank = { appId: owner.appId, mode: owner.mode, bankId: bank.id }
  const seen = new Set(shared.flatMap(({ questions }) => questions.map(({ questionId }) => questionId)))
  const pool = poolOf(bank, true)
  const questions = drawQuestions(
    pool.filter(({ id }) => !seen.has(id)),
    (bound) => secrets.below(bound),
    {
      exposures: await sumExposures(tx, ofBank, today - EXPOSURE_DAYS),
      answers: await listAnswerCounts(tx, ofBank),
      counted: pool.length,
    },
  )
  await addExposures(
    tx,
    ofBank,
    questions.map(({ questionId }) => questionId),
    today,
  )
  return questions
}

async function begin(
  tx: Tx,
  { secrets, clock }: StartServices,
  { name, category, bank, owner }: Wanted,
  set: Pick<AttemptRow, 'questions' | 'counts' | 'number' | 'secondOf' | 'flags' | 'networkDigest'>,
): Promise<AttemptRow> {
  const now = clock.now()
  const attempt: AttemptRow = {
    id: secrets.id('att'),
    ...owner,
    ...set,
    skill: name,
    bankId: bank.id,
    category,
    answers: {},
    status: 'OPEN',
    startedAt: now,
    sittingAt: now,
    timeFactor: 1,
    reached: 1,
    timings: { 1: { shown: now } },
    expiresAt: now + ATTEMPT_LIFETIME_HOURS * HOUR_MS,
    completedAt: null,
    result: null,
  }
  await insertAttempt(tx, attempt)
  return attempt
}

/** The same questions from question 1, without answers (seed 000 section 4). Having seen some of them is evidence. */
async function beginAgain(tx: Tx, open: AttemptRow, { name, category }: Wanted, now: number): Promise<AttemptRow> {
  const flag = { kind: 'restarted', at: now, question: open.reached } as const
  const isKnown = !open.counts || open.reached === 1 || open.flags.some(({ kind }) => kind === flag.kind)
  const changes = {
    skill: name,
    category,
    answers: {},
    reached: 1,
    sittingAt: now,
    timings: { 1: { shown: now } },
    flags: isKnown ? open.flags : [...open.flags, flag],
  }
  await updateAttempt(tx, open.id, changes)
  return { ...open, ...changes }
}

/** Digits of a phone number that are compared: without the country. */
const PHONE_DIGITS = 9
const PHONE_FIELD = 'phone'
const RIVALS_MAX = 500

/** Keyed, so that the stored value reveals no IP address. IPv6 callers are one network per /64. */
export const networkDigest = (
  { secrets }: Pick<Services, 'secrets'>,
  { app, mode, ipAddress }: Pick<RequestContext, 'app' | 'mode' | 'ipAddress'>,
): string => secrets.digest(`attempt-network ${app.id} ${mode} ${networkOf(ipAddress)}`)

const networkOf = (ipAddress: string): string =>
  isIPv6(ipAddress) ? ipAddress.split(':').slice(0, 4).join(':') : ipAddress

interface Person extends Pick<MemberRow, 'email' | 'customFields'> {
  /** Null: not compared. */
  network: string | null
}

/**
 * Evidence that the same person took this with another account: the same phone or mailbox, or the same network while the
 * other account waits for its retake. A class behind one address has no one who waits.
 */
export async function findSamePerson(
  tx: Tx,
  attempt: Pick<AttemptRow, 'appId' | 'mode' | 'bankId' | 'memberId'>,
  person: Person,
  now: number,
): Promise<AttemptFlag[]> {
  const { memberId } = attempt
  if (memberId === null) return []
  const rivals = await listRivals(tx, { ...attempt, memberId }, now - QUESTION_REST_MS, RIVALS_MAX)
  const [phone, mailbox] = [phoneOf(person), mailboxOf(person.email)]
  const isSame = (rival: Rival): boolean =>
    mailboxOf(rival.email) === mailbox ||
    (phone !== null && phoneOf(rival) === phone) ||
    (person.network !== null && rival.networkDigest === person.network && isWaiting(rival, rivals, now))
  return rivals.some(isSame) ? [{ kind: 'same-person', at: now, question: null }] : []
}

/** Failed, and the next attempt is not possible yet. */
function isWaiting({ memberId, result, status }: Rival, rivals: readonly Rival[], now: number): boolean {
  if (result?.passed || (result?.second ?? null) !== null || status === 'OPEN') return false
  const next = retakeAt(
    rivals.filter((one) => one.memberId === memberId),
    now,
  )
  return next !== null && next > now
}

function phoneOf({ customFields }: Pick<Person, 'customFields'>): string | null {
  const digits = String(customFields[PHONE_FIELD] ?? '').replaceAll(/\D/gu, '')
  return digits.length < PHONE_DIGITS ? null : digits.slice(-PHONE_DIGITS)
}
