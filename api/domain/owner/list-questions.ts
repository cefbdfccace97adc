import type { QuestionStatistics } from '../../ports/trusttag/attempt-store'
import type { QuestionBanks } from '../../ports/trusttag/question-banks'
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
  const judged = judgeQuestion(statistics)
  const question = banks.byId(bankId)?.questions.find(({ id }) => id === questionId)
  return {
    id: questionId,
    bankId,
    /** Null: it has left its bank. */
    text: question?.text ?? null,
    asked,
    rightPercent: judged && round(judged.rightPercent, 1),
    discrimination: judged?.discrimination == null ? null : round(judged.discrimination, 2),
    flags: judged?.flags.join(', ') ?? '',
  }
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
