import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import type { Attempt } from '../../../contract/schemas/assessments'
import { levelLines, type SkillLevels } from '../../../contract/skill-facts'
import { scoreBand } from '../../../contract/score-band'
import { toIso, toIsoOrNull } from '../../lib/clock'
import type { Db } from '../../database/db'
import type { RequestContext } from '../members/context'
import type { Services } from '../../http/services'
import { attemptOwner } from './attempts'
import { askedQuestions } from './questions'
import { findAttempt, findSecondSet, listAttemptsByBank, listAttemptsByOwner } from './repository'
import type { AttemptOwner, AttemptResult, AttemptRow } from './repository'
import { answerBy, QUESTION_REST_MS, retakeAt, secondIsOpen } from './rules'
import { claimOf } from './skills'

const ATTEMPTS_LISTED_MAX = 200

type ReadServices = Pick<Services, 'banks' | 'clock'> & { store: Db }

/** A finished second set is shown as the first one, which has the result of both. */
export async function answerAttempt(services: ReadServices, row: AttemptRow): Promise<{ data: Attempt }> {
  const first = row.secondOf === null || isOpen(services, row) ? null : await findAttempt(services.store, row.secondOf)
  const shown = first ?? row
  return { data: await toAttempt(services, shown, await clockOf(services, shown)) }
}

/** Attempts of the member, or of the browser without a member; newest first. */
export async function listOwnAttempts(services: ReadServices, request: RequestContext): Promise<Attempt[]> {
  const owner = attemptOwner(request)
  if (!owner) return []
  const rows = await listAttemptsByOwner(services.store, owner, ATTEMPTS_LISTED_MAX)
  return toAttempts(
    services,
    rows.filter((row) => row.secondOf === null || isOpen(services, row)),
  )
}

/** In the same order. */
export async function toAttempts(services: ReadServices, rows: readonly AttemptRow[]): Promise<Attempt[]> {
  const clocks = new Map<string, number | null>()
  const attempts: Attempt[] = []
  for (const row of rows) {
    if (!clocks.has(row.bankId)) clocks.set(row.bankId, await clockOf(services, row))
    attempts.push(await toAttempt(services, row, row.counts ? (clocks.get(row.bankId) ?? null) : null))
  }
  return attempts
}

const isOpen = ({ clock }: Pick<Services, 'clock'>, { status, expiresAt }: AttemptRow): boolean =>
  status === 'OPEN' && expiresAt > clock.now()

/** When the claim can be tried again. */
async function clockOf({ store, clock }: ReadServices, row: AttemptOwner & { bankId: string; counts: boolean }) {
  if (!row.counts) return null
  const now = clock.now()
  return retakeAt(await listAttemptsByBank(store, row, row.bankId, now - QUESTION_REST_MS), now)
}

/** Must not reveal which options are right, nor questions that were not reached. */
async function toAttempt(services: ReadServices, row: AttemptRow, retake: number | null): Promise<Attempt> {
  const { banks } = services
  const bank = banks.byId(row.bankId)
  const isGeneral = row.bankId === banks.general().id
  const asked = askedQuestions(bank, row)
  return {
    id: row.id,
    skill: row.skill,
    claim: claimOf(banks, row),
    category: row.category,
    status: statusOf(services, row),
    startedAt: toIso(row.startedAt),
    expiresAt: toIso(row.expiresAt),
    answerBy: toIsoOrNull(answerBy(row)),
    timeFactor: row.timeFactor,
    completedAt: toIsoOrNull(row.completedAt),
    questions: asked.slice(0, row.reached).map(({ id, text, type, options }) => ({ id, text, type, options })),
    count: asked.length,
    answers: row.answers,
    passMarkPercent: ASSESSMENT_PASS_MARK_PERCENT,
    result: row.result && (await toResult(services, row, row.result, bank?.knows ?? NO_LEVELS)),
    flags: row.status === 'OPEN' ? [] : row.flags.map(({ kind }) => kind),
    retakeAt: toIsoOrNull(retake),
    number: row.number,
    set: row.secondOf === null ? 1 : 2,
    isPractice: !row.counts,
    isDraft: bank?.status !== 'reviewed',
    isGeneral,
    isVisitors: row.memberId === null,
  }
}

function statusOf(services: Pick<Services, 'clock'>, row: AttemptRow): Attempt['status'] {
  if (row.status === 'OPEN') return isOpen(services, row) ? 'open' : 'closed'
  return row.status === 'VOID' ? 'void' : 'complete'
}

const NO_LEVELS: SkillLevels = { basic: [], strong: [] }

async function toResult(services: ReadServices, row: AttemptRow, result: AttemptResult, knows: SkillLevels) {
  const { score, passed, topics, sets, second } = result
  const questions = sets.length * ASSESSMENT_QUESTIONS
  return {
    score,
    passed,
    topics,
    knows: row.counts && passed ? levelLines(knows, score) : [],
    sets,
    questions,
    band: scoreBand({ score, questions }),
    secondSet:
      second && (await isAwaited(services, row)) ? { until: toIso(second.until), reason: second.reason } : null,
  }
}

/** Whether a second set can be started or finished. */
async function isAwaited(services: ReadServices, first: AttemptRow): Promise<boolean> {
  const set = await findSecondSet(services.store, first.id)
  return set ? isOpen(services, set) : secondIsOpen(first.result, services.clock.now())
}
