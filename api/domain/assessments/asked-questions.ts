import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import { optionsOf } from './question-bank'
import type { Question, QuestionBank } from './question-bank'

export interface Asked {
  /** From 1. */
  id: number
  text: string
  type: Question['type']
  /** In the order in which this attempt shows them. */
  options: string[]
}

/** The questions of an attempt, in its order. One that has left its bank since is not asked any more. */
export function askedQuestions(
  bank: QuestionBank | null,
  { questions, skill }: Pick<AttemptRow, 'questions' | 'skill'>,
): Asked[] {
  return questions.flatMap(({ questionId, optionOrder }, index) => {
    const question = bank?.questions.find(({ id }) => id === questionId)
    if (!question) return []
    const options = optionsOf(question)
    return [
      {
        id: index + 1,
        text: question.text.replaceAll('{skill}', () => skill),
        type: question.type,
        options: optionOrder.flatMap((place) => options[place] ?? []),
      },
    ]
  })
}
