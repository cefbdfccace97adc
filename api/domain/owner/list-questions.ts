import type { QuestionStatistics } from '../../ports/trusttag/attempt-store'
import type { QuestionBanks } from '../../features/assessments/question-bank'
import { judgeQuestion } from './judge-question'
import type { OwnerList, OwnerRecord } from './owner-list'

/** How the questions of the banks do: those that were asked, by bank. */
export const questions: OwnerList = {
  title: 'Questions',
  columns: {
    id: 'Question',
    text: 'Text',
    asked: 'Asked',
    rightPercent: 'Right, %',
    discrimination: 'Tells good from bad',
    flags: 'Look at it',
  },
  async read({ store, banks }, { appId, mode }, { limit, before }) {
    const all = await store.questionStatistics.list(appId, mode)
    const start = before === null ? 0 : all.findIndex(({ questionId }) => questionId === before) + 1
    const shown = all.slice(start, start + limit)
    const last = all.length > start + limit ? shown.at(-1) : undefined
    return { records: shown.map((one) => toRecord(banks, one)), next: last?.questionId ?? null }
  },
}

function toRecord(banks: QuestionBanks, statistics: QuestionStatistics): OwnerRecord {
  const { bankId, questionId, asked } = statistics
  const { rightPercent = null, discrimination = null, flags = [] } = judgeQuestion(statistics) ?? {}
  const question = banks.byId(bankId)?.questions.find(({ id }) => id === questionId)
  return {
    id: questionId,
    bankId,
    /** Null: it has left its bank. */
    text: question?.text ?? null,
    asked,
    rightPercent: round(rightPercent, 1),
    discrimination: round(discrimination, 2),
    flags: flags.join(', '),
  }
}

const round = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits))
