import type { Attempt } from '../../../contract/schemas/assessments'
import type { SiteApi } from '../../lib/site-api'
import { type AnswerQueue, createAnswerQueue } from './answer-queue'
import { assessmentTexts, loadFailureText, startFailureText } from './texts'

export interface Assessment {
  state: () => AssessmentState
  /** Calls back after each change. Answers the unsubscriber. */
  subscribe: (listener: () => void) => () => void
  /** Goes to the attempt of an id, as the address names it; null: to the skills. */
  open: (attemptId: string | null) => Promise<void>
  /** Begins with a skill; answers the id of the attempt, null when it did not begin. */
  pick: (skill: string) => Promise<string | null>
  answer: (number: number, answer: string) => void
  go: (number: number) => void
  complete: () => Promise<void>
  /** Asks for the attempt again, as after a login. */
  refresh: () => Promise<void>
}

/** One run through the questions of a skill. The server has it all; the page only knows its id. */
export function createAssessment(api: Pick<SiteApi, 'call'>): Assessment {
  const { become, change, ...reading } = createStore()
  let shownId: string | null = null
  let queue: AnswerQueue | null = null

  function show(attempt: Attempt): void {
    const isShown = shownId === attempt.id && reading.state().step === 'asking'
    shownId = attempt.id
    if (attempt.status === 'complete') return become({ step: 'done', attempt })
    if (isShown) return
    const own = createAnswerQueue({
      send: (answers) => save(api, attempt.id, answers),
      onChange: () => own === queue && change((state) => withSaving(state, own)),
    })
    queue = own
    become(toAsking(attempt))
  }

  function fail(problem: string): null {
    shownId = null
    become(choosing(problem))
    return null
  }

  async function load(attemptId: string): Promise<void> {
    const result = await api.call('getAttempt', { attemptId })
    // The user may have gone elsewhere meanwhile.
    if (shownId !== attemptId) return
    if (result.success) show(result.data)
    else fail(loadFailureText(result))
  }

  return {
    ...reading,
    async open(attemptId) {
      if (attemptId === shownId) return
      shownId = attemptId
      if (attemptId === null) return become(choosing())
      become(OPENING)
      await load(attemptId)
    },
    async pick(skill) {
      become(OPENING)
      const result = await api.call('startAttempt', { skill })
      if (!result.success) return fail(startFailureText(result))
      show(result.data)
      return result.data.id
    },
    answer(number, answer) {
      change((state) => withAnswer(state, number, answer))
      queue?.add(number, answer)
    },
    go(number) {
      change((state) => withNumber(state, number))
      void queue?.flush()
    },
    async complete() {
      change((state) => ({ ...state, completing: true, problem: '' }))
      const result = await finish(api, queue, shownId)
      if (typeof result === 'string') change((state) => ({ ...state, completing: false, problem: result }))
      else show(result)
    },
    refresh: async () => void (shownId !== null && (await load(shownId))),
  }
}

function createStore() {
  let current: AssessmentState = choosing()
  const listeners = new Set<() => void>()
  const become = (next: AssessmentState): void => {
    current = next
    listeners.forEach((listener) => listener())
  }
  return {
    state: () => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    become,
    /** Changes nothing when no question is shown any more. */
    change: (next: (state: AskingState) => AskingState): void => {
      if (current.step === 'asking') become(next(current))
    },
  }
}

async function save(api: Pick<SiteApi, 'call'>, attemptId: string, answers: Record<string, string>) {
  const result = await api.call('saveAnswers', { attemptId, answers })
  return result.success
}

/** The completed attempt, or why it could not be completed. */
async function finish(
  api: Pick<SiteApi, 'call'>,
  queue: AnswerQueue | null,
  attemptId: string | null,
): Promise<Attempt | string> {
  if (!queue || attemptId === null || !(await queue.flush())) return assessmentTexts.notSaved
  const result = await api.call('completeAttempt', { attemptId })
  return result.success ? result.data : result.error || assessmentTexts.notSaved
}

export interface AskingState {
  step: 'asking'
  attempt: Attempt
  /** Of the question that is shown, from 1. */
  number: number
  saving: 'saved' | 'saving' | 'failing'
  /** Why it could not be completed; empty when nothing is wrong. */
  problem: string
  completing: boolean
}

export type AssessmentState =
  { step: 'choosing'; problem: string } | { step: 'opening' } | AskingState | { step: 'done'; attempt: Attempt }

/** @param problem why no assessment is open, where one was wanted */
const choosing = (problem = ''): AssessmentState => ({ step: 'choosing', problem })

const OPENING: AssessmentState = { step: 'opening' }

/** It goes on at the first question without an answer. */
function toAsking(attempt: Attempt): AskingState {
  const open = attempt.questions.find(({ id }) => !attempt.answers[id])
  const number = (open ?? attempt.questions.at(-1))?.id ?? 1
  return { step: 'asking', attempt, number, saving: 'saved', problem: '', completing: false }
}

function withAnswer(state: AskingState, number: number, answer: string): AskingState {
  const answers = { ...state.attempt.answers, [number]: answer }
  return { ...state, attempt: { ...state.attempt, answers } }
}

const withNumber = (state: AskingState, number: number): AskingState => ({ ...state, number, problem: '' })

function withSaving(state: AskingState, queue: AnswerQueue): AskingState {
  return { ...state, saving: queue.isFailing() ? 'failing' : queue.isSaved() ? 'saved' : 'saving' }
}
