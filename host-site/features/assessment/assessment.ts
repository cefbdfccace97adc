import type { Attempt } from '../../../contract/schemas/assessments'
import type { CallFailure, SiteApi } from '../../lib/site-api'
import type { PendingAnswers } from '../../lib/pending-answers'
import { type AnswerQueue, type Answers, createAnswerQueue } from './answer-queue'
import type { Suggestion } from './suggested-skills'
import { assessmentTexts, loadFailureText, startFailureText } from './texts'
import { useCallback, useEffect, useState } from 'react'

/** What the page noticed during a counted set. */
export type Sign = 'hidden' | 'clipboard'

export interface Assessment {
  state: () => AssessmentState
  /** Calls back after each change. Returns the unsubscriber. */
  subscribe: (listener: () => void) => () => void
  /** Shows the attempt that the URL names; null shows the skills. */
  open: (attemptId: string | null) => Promise<void>
  /**
   * Starts an attempt. Resolves to its ID, or null on failure.
   * @param asTyped no suggested skill was meant
   */
  pick: (skill: string, asTyped?: boolean) => Promise<string | null>
  answer: (number: number, answer: string) => void
  /** Shows a question. The server sends a new one only then. */
  go: (number: number) => Promise<void>
  /** Sends what is waiting, as when the network is back. */
  retry: () => Promise<void>
  note: (sign: Sign) => void
  /** Multiplies the time limit. */
  extend: (timeFactor: Attempt['timeFactor']) => Promise<void>
  complete: () => Promise<void>
  /** Reloads the attempt, as after a login. */
  refresh: () => Promise<void>
}

const NOTHING_PENDING: PendingAnswers = { read: () => ({}), keep: () => {} }

/** One attempt. The server has its state; the page keeps its ID, and answers until they are saved. */
export function createAssessment(api: Pick<SiteApi, 'call'>, pending = NOTHING_PENDING): Assessment {
  const shown = createShown(api, pending)
  const { state, subscribe, change, become, queue, show, fail, load } = shown
  return {
    state,
    subscribe,
    async open(attemptId) {
      if (attemptId === shown.id()) return
      shown.leave(attemptId)
      if (attemptId === null) return become(choosing())
      become(OPENING)
      await load(attemptId)
    },
    async pick(skill, asTyped = false) {
      shown.leave(null)
      become(OPENING)
      const result = await api.call('startAttempt', { skill, ...(asTyped && { asTyped }) })
      if (!result.success) return fail(startFailureText(result), suggestionOf(skill, result))
      // The answers were cleared.
      pending.keep(result.data.id, {})
      show(result.data)
      return result.data.id
    },
    answer(number, answer) {
      change((now) => withAnswer(now, number, answer))
      queue()?.add(number, answer)
    },
    go: (number) => goTo(shown, number),
    async retry() {
      const now = state()
      if (now.step === 'asking' && now.wanted !== null) await goTo(shown, now.wanted)
      else if (now.step === 'asking' && now.saving !== 'saved') await queue()?.flush()
    },
    note: (sign) => change((now) => ({ ...now, signs: [...new Set([...now.signs, sign])] })),
    async extend(timeFactor) {
      change((now) => ({ ...now, attempt: { ...now.attempt, timeFactor } }))
      await queue()?.flush(true)
    },
    async complete() {
      change((now) => ({ ...now, completing: true, problem: '' }))
      const result = await finish(api, queue(), state(), shown.id())
      if (typeof result === 'string') change((now) => ({ ...now, completing: false, problem: result }))
      else show(result)
    },
    async refresh() {
      const id = shown.id()
      if (id !== null) await load(id)
    },
  }
}

type Shown = ReturnType<typeof createShown>

/** The attempt on the page, with the queue of its answers. */
function createShown(api: Pick<SiteApi, 'call'>, pending: PendingAnswers) {
  const store = createStore()
  const { become, change, state } = store
  let shownId: string | null = null
  let queue: AnswerQueue | null = null

  function show(attempt: Attempt): void {
    const isShown = shownId === attempt.id && state().step === 'asking'
    shownId = attempt.id
    if (attempt.status !== 'open') return become({ step: 'done', attempt })
    if (isShown) return
    const own = createAnswerQueue({
      send: (answers) => save(api, { attemptId: attempt.id, answers, state: state() }, change),
      onChange: () => own === queue && change((now) => withSaving(now, own)),
      keep: (answers) => pending.keep(attempt.id, answers),
    })
    queue = own
    const unsent = pending.read(attempt.id)
    become(toAsking({ ...attempt, answers: { ...attempt.answers, ...unsent } }))
    for (const [number, answer] of Object.entries(unsent)) own.add(Number(number), answer)
  }

  function fail(problem: string, suggestion: Suggestion | null = null): null {
    shownId = null
    become(choosing(problem, suggestion))
    return null
  }

  async function load(attemptId: string): Promise<void> {
    const result = await api.call('getAttempt', { attemptId })
    // The user may have left in between.
    if (shownId !== attemptId) return
    if (result.success) show(result.data)
    else fail(loadFailureText(result))
  }

  return {
    ...store,
    id: () => shownId,
    leave: (next: string | null) => void (shownId = next),
    queue: () => queue,
    show,
    fail,
    load,
  }
}

/** The server sends a question once it is wanted and the previous one has an answer. */
async function goTo({ change, queue }: Shown, number: number): Promise<void> {
  const isNew = (state: AskingState) => number > state.attempt.questions.length
  change((state) => (isNew(state) ? { ...state, wanted: number, problem: '' } : withNumber(state, number)))
  await queue()?.flush(true)
  change((state) =>
    state.wanted === number ? { ...state, problem: state.isTimeOver ? '' : assessmentTexts.waiting } : state,
  )
}

type Change = (next: (state: AskingState) => AskingState) => void

function createStore() {
  let current: AssessmentState = choosing()
  const listeners = new Set<() => void>()
  const become = (next: AssessmentState): void => {
    current = next
    listeners.forEach((listener) => listener())
  }
  const change: Change = (next) => {
    if (current.step === 'asking') become(next(current))
  }
  return {
    state: () => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    become,
    /** Does nothing unless a question is shown. */
    change,
  }
}

interface Sending {
  attemptId: string
  answers: Answers
  state: AssessmentState
}

/** Sends answers with the question now shown, or wanted, and shows what the server sent. */
async function save(api: Pick<SiteApi, 'call'>, { attemptId, answers, state }: Sending, change: Change) {
  if (state.step !== 'asking') return false
  const { number, wanted, signs, attempt } = state
  const result = await api.call('saveAnswers', {
    attemptId,
    answers,
    at: wanted ?? number,
    ...(signs.length > 0 && { signs }),
    ...(timeFactorOf(attempt.timeFactor) > 1 && { timeFactor: timeFactorOf(attempt.timeFactor) }),
  })
  if (result.success) change((now) => withQuestions(now, result.data))
  else if (result.code === 'time-over') change((now) => ({ ...now, isTimeOver: true, wanted: null, problem: '' }))
  return result.success
}

const factors = [1, 1.25, 1.5, 2] as const
const timeFactorOf = (factor: number) => factors.find((one) => one === factor) ?? 1

function withQuestions(state: AskingState, { questions, answerBy }: Attempt): AskingState {
  const { wanted, number } = state
  const arrived = wanted !== null && wanted <= questions.length
  return {
    ...state,
    attempt: { ...state.attempt, questions, answerBy },
    signs: [],
    ...(arrived && { wanted: null, problem: '' }),
    number: arrived ? wanted : number,
  }
}

/** The completed attempt, or an error text. */
async function finish(
  api: Pick<SiteApi, 'call'>,
  queue: AnswerQueue | null,
  state: AssessmentState,
  attemptId: string | null,
): Promise<Attempt | string> {
  const isTimeOver = state.step === 'asking' && state.isTimeOver
  if (!queue || attemptId === null) return assessmentTexts.notSaved
  // After the time limit, the server refuses further answers.
  if (!isTimeOver && !(await queue.flush())) return assessmentTexts.notSaved
  const result = await api.call('completeAttempt', { attemptId })
  return result.success ? result.data : result.error || assessmentTexts.notSaved
}

export interface AskingState {
  step: 'asking'
  attempt: Attempt
  /** Number of the shown question, from 1. */
  number: number
  /** The next question, which the server has not sent yet; null: none. */
  wanted: number | null
  saving: 'saved' | 'saving' | 'failing'
  /** Not reported yet. */
  signs: Sign[]
  /** The server refuses further answers. */
  isTimeOver: boolean
  /** Why completing failed; empty without a problem. */
  problem: string
  completing: boolean
}

export type AssessmentState =
  | { step: 'choosing'; problem: string; suggestion?: Suggestion }
  | { step: 'opening' }
  | AskingState
  | { step: 'done'; attempt: Attempt }

/** @param problem why the wanted assessment is not open */
const choosing = (problem = '', suggestion: Suggestion | null = null): AssessmentState => ({
  step: 'choosing',
  problem,
  ...(suggestion && { suggestion }),
})

function suggestionOf(typed: string, { code, suggestions }: CallFailure): Suggestion | null {
  const skills = Array.isArray(suggestions) ? suggestions.map(String) : []
  return skills.length === 0 ? null : { typed, skills, isPossible: code === 'did-you-mean' }
}

const OPENING: AssessmentState = { step: 'opening' }

/** Resumes at the first unanswered question. */
function toAsking(attempt: Attempt): AskingState {
  const open = attempt.questions.find(({ id }) => !attempt.answers[id])
  const number = (open ?? attempt.questions.at(-1))?.id ?? 1
  return {
    step: 'asking',
    attempt,
    number,
    wanted: null,
    saving: 'saved',
    signs: [],
    isTimeOver: attempt.answerBy !== null && Date.parse(attempt.answerBy) <= Date.now(),
    problem: '',
    completing: false,
  }
}

function withAnswer(state: AskingState, number: number, answer: string): AskingState {
  const answers = { ...state.attempt.answers, [number]: answer }
  return { ...state, attempt: { ...state.attempt, answers } }
}

const withNumber = (state: AskingState, number: number): AskingState => ({
  ...state,
  number,
  wanted: null,
  problem: '',
})

function withSaving(state: AskingState, queue: AnswerQueue): AskingState {
  return { ...state, saving: queue.isFailing() ? 'failing' : queue.isSaved() ? 'saved' : 'saving' }
}

export interface Claim {
  /** The claim failed: the browser's attempts are not in the account yet. */
  isOpen: boolean
  again: () => void
}

/**
 * Moves the browser's attempts to the account after a login.
 * @param memberId undefined for a visitor
 * @param onClaimed must be stable
 */
export function useClaim(
  api: Pick<SiteApi, 'call'>,
  memberId: string | undefined,
  onClaimed: () => Promise<void>,
): Claim {
  const [isOpen, setOpen] = useState(false)
  const show = useCallback(
    (failed: boolean) => {
      setOpen(failed)
      return onClaimed()
    },
    [onClaimed],
  )
  useEffect(() => {
    if (memberId !== undefined) void claim(api).then(show)
  }, [api, memberId, show])
  return {
    isOpen,
    again() {
      setOpen(false)
      void claim(api).then(show)
    },
  }
}

/** True if it failed. */
const claim = async (api: Pick<SiteApi, 'call'>): Promise<boolean> => !(await api.call('claimAttempts', {})).success
