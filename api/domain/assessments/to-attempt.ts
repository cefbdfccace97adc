import { ASSESSMENT_PASS_MARK_PERCENT } from '../../../contract/limits'
import type { Attempt } from '../../../contract/schemas/assessments'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import type { QuestionBanks } from '../../ports/trusttag/question-banks'
import { askedQuestions } from './asked-questions'

/**
 * An attempt as its owner sees it, without a trace of what is right.
 * @param retake when its skill can be tried again
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

const toIso = (time: number): string => new Date(time).toISOString()
