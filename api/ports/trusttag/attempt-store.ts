import type { Mode } from '../../lib/ids'
import type { PageCursor } from '../../database/sql'

/** A question as one attempt asks it. */
export interface AskedQuestion {
  /** Of the bank: `electrician-07`. */
  questionId: string
  /** Every option's place in the bank's list (right ones first, then wrong ones), in the order shown; empty for a text. */
  optionOrder: number[]
}

export interface TopicScore {
  topic: string
  /** As it is shown. */
  title: string
  points: number
  of: number
}

export interface AttemptResult {
  /** Percent of points, whole. */
  score: number
  passed: boolean
  topics: TopicScore[]
}

/** One run through the questions of a skill. */
export interface AttemptRow {
  /** `att_…` */
  id: string
  appId: string
  mode: Mode
  /** Null while a visitor's. */
  memberId: string | null
  /** Digest of the token of the browser it was started in. */
  visitorDigest: string | null
  /** As it is shown, and as a TrustTag will say it. */
  skill: string
  bankId: string
  category: string
  questions: AskedQuestion[]
  /** By number of the question, from 1: the chosen option, several joined with commas, or the typed text. */
  answers: Record<string, string>
  status: 'OPEN' | 'COMPLETE'
  startedAt: number
  /** An open one can be answered until then. */
  expiresAt: number
  completedAt: number | null
  result: AttemptResult | null
}

/** An attempt without what was asked and answered. */
export type AttemptSummary = Omit<AttemptRow, 'questions' | 'answers' | 'result'>

/** Who an attempt belongs to: the member, or the browser of a visitor. */
export interface AttemptOwner {
  appId: string
  mode: Mode
  memberId: string | null
  visitorDigest: string | null
}

export interface AttemptRepository {
  insert(attempt: AttemptRow): Promise<void>
  find(id: string): Promise<AttemptRow | null>
  /** Locks the row until the transaction ends and answers it as it stands now. */
  lock(id: string): Promise<AttemptRow | null>
  update(
    id: string,
    changes: Partial<Pick<AttemptRow, 'answers' | 'status' | 'completedAt' | 'result' | 'expiresAt'>>,
  ): Promise<void>
  /** Of the member, or of the browser where there is no member; newest first. */
  listByOwner(owner: AttemptOwner, limit: number): Promise<AttemptRow[]>
  /** Newest first. @param before where the page before ended; null for the first one */
  listByApp(appId: string, mode: Mode, limit: number, before: PageCursor | null): Promise<AttemptRow[]>
  /** Of the same those that count, however many: completed ones, and those that can be answered still; newest first. */
  listCounting(owner: AttemptOwner, now: number): Promise<AttemptSummary[]>
  /** Of the same those that asked a bank, completed or not; newest first. */
  listByBank(owner: AttemptOwner, bankId: string, limit: number): Promise<AttemptRow[]>
  /** Makes all attempts of visitors in one browser those of a member. */
  claim(browser: AttemptOwner & { memberId: null }, memberId: string): Promise<void>
  delete(id: string): Promise<void>
  /** What visitors never claimed, and open ones that ran out, from before the time. */
  deleteStale(before: number): Promise<void>
}

/** How an answer did in an attempt of this score. */
export interface QuestionOutcome {
  questionId: string
  points: number
}

/** Sums from which how hard a question is, and how well it tells good from bad, can be computed. */
export interface QuestionStatistics {
  bankId: string
  questionId: string
  asked: number
  points: number
  scores: number
  squaredScores: number
  pointsTimesScores: number
}

export interface QuestionStatisticsRepository {
  /** Adds the outcomes of one completed attempt. @param score percent */
  add(
    attempt: Pick<AttemptRow, 'appId' | 'mode' | 'bankId'>,
    outcomes: readonly QuestionOutcome[],
    score: number,
  ): Promise<void>
  list(appId: string, mode: Mode): Promise<QuestionStatistics[]>
}
