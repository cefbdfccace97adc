import type { QuestionBank } from '../../domain/assessments/question-bank'

/** The questions and keys of every assessment, read once at the start. */
export interface QuestionBanks {
  list(): readonly QuestionBank[]
  /** Null for an id that no bank has (any more). */
  byId(id: string): QuestionBank | null
  /** The bank of every skill that has none of its own. */
  general(): QuestionBank
}
