import { toIso } from '../../lib/clock'
import type { Attempt } from '../../../contract/schemas/assessments'
import type { Services } from '../../ports/services'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import { bySkill, retakeAt } from './skills'
import type { RequestContext } from '../../ports/handler'
import { attemptOwner } from './access'
import { ASSESSMENT_PASS_MARK_PERCENT } from '../../../contract/limits'
import type { QuestionBanks } from './question-bank'
import { askedQuestions } from './questions'

/** More than anyone has honestly. */
const ATTEMPTS_LISTED_MAX = 200

/** One attempt as its owner sees it, with when it can be tried again. */
export async function answerAttempt(
  { store, banks, clock }: Pick<Services, 'store' | 'banks' | 'clock'>,
  row: AttemptRow,
): Promise<{ data: Attempt }> {
  const own = await store.attempts.listCounting(row, clock.now())
  return { data: toAttempt(banks, row, retakeAt(bySkill(own).of(row.skill))) }
}

/** The attempts of the member, or else of the browser; newest first. */
export async function listOwnAttempts(
  { store, banks, clock }: Pick<Services, 'store' | 'banks' | 'clock'>,
  request: RequestContext,
): Promise<Attempt[]> {
  const owner = attemptOwner(request)
  if (!owner) return []
  const rows = await store.attempts.listByOwner(owner, ATTEMPTS_LISTED_MAX)
  const counting = bySkill(await store.attempts.listCounting(owner, clock.now()))
  return rows.map((row) => toAttempt(banks, row, retakeAt(counting.of(row.skill))))
}

/**
 * An attempt as its owner sees it. It must not reveal which options are right.
 * @param retake when its skill can be tried again, epoch milliseconds
 */
export function toAttempt(banks: QuestionBanks, row: AttemptRow, retake: number | null): Attempt {
  const bank = banks.byId(row.bankId)
  return {
    id: row.id,
    skill: row.skill,
    category: row.category,
    status: row.status === 'OPEN' ? 'open' : 'complete',
    startedAt: toIso(row.startedAt),
    expiresAt: toIso(row.expiresAt),
    completedAt: row.completedAt === null ? null : toIso(row.completedAt),
    questions: askedQuestions(bank, row).map(({ id, text, type, options }) => ({ id, text, type, options })),
    answers: row.answers,
    passMarkPercent: ASSESSMENT_PASS_MARK_PERCENT,
    result: row.result,
    retakeAt: retake === null ? null : toIso(retake),
    isDraft: bank?.status !== 'reviewed',
    isGeneral: row.bankId === banks.general().id,
    isVisitors: row.memberId === null,
  }
}
