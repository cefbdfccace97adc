import type { Attempt } from '../../../contract/schemas/assessments'
import type { AnswerQueue } from './answer-queue'

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
export const choosing = (problem = ''): AssessmentState => ({ step: 'choosing', problem })

export const OPENING: AssessmentState = { step: 'opening' }

/** It goes on at the first question without an answer. */
export function toAsking(attempt: Attempt): AskingState {
  const open = attempt.questions.find(({ id }) => !attempt.answers[id])
  const number = (open ?? attempt.questions.at(-1))?.id ?? 1
  return { step: 'asking', attempt, number, saving: 'saved', problem: '', completing: false }
}

export function withAnswer(state: AskingState, number: number, answer: string): AskingState {
  const answers = { ...state.attempt.answers, [number]: answer }
  return { ...state, attempt: { ...state.attempt, answers } }
}

export const withNumber = (state: AskingState, number: number): AskingState => ({ ...state, number, problem: '' })

export function withSaving(state: AskingState, queue: AnswerQueue): AskingState {
  return { ...state, saving: queue.isFailing() ? 'failing' : queue.isSaved() ? 'saved' : 'saving' }
}
