import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import type { AskedQuestion } from '../../ports/trusttag/attempt-store'
import { optionsOf } from './question-bank'
import type { Question, QuestionBank } from './question-bank'

/** A whole number from 0 to below the bound, each as likely. */
export type RandomBelow = (bound: number) => number

/**
 * Draws the questions of one attempt: spread over the topics as evenly as the bank allows, none that was seen lately as
 * long as there are others, with questions and options in a random order.
 * @param seen ids of questions that the last attempts asked, the latest first: the longest ago comes back first
 */
export function drawQuestions(bank: QuestionBank, seen: readonly string[], random: RandomBelow): AskedQuestion[] {
  const recency = (id: string): number => {
    const place = seen.indexOf(id)
    return place === -1 ? 0 : seen.length - place
  }
  const topics = shuffle(Object.keys(bank.topics), random).map((topic) =>
    // The sort keeps the random order of what is equally long ago.
    shuffle(
      bank.questions.filter((question) => question.topic === topic),
      random,
    ).toSorted((one, other) => recency(one.id) - recency(other.id)),
  )
  const drawn: Question[] = []
  while (drawn.length < ASSESSMENT_QUESTIONS) {
    const next = nextTopic(topics, drawn, recency)
    const question = next?.shift()
    if (!question) break
    drawn.push(question)
  }
  return shuffle(drawn, random).map((question) => ({
    questionId: question.id,
    optionOrder: shuffle([...optionsOf(question).keys()], random),
  }))
}

/** The topic with the fewest drawn so far, of those that still have a question nobody saw; seen ones are the last resort. */
function nextTopic(
  topics: readonly Question[][],
  drawn: readonly Question[],
  recency: (id: string) => number,
): Question[] | undefined {
  const counted = topics
    .flatMap((rest) => (rest[0] ? [{ rest, first: rest[0] }] : []))
    .map(({ rest, first }) => ({
      rest,
      recency: recency(first.id),
      drawn: drawn.filter(({ topic }) => topic === first.topic).length,
    }))
  return counted.toSorted((one, other) => one.recency - other.recency || one.drawn - other.drawn)[0]?.rest
}

/** Fisher and Yates. */
function shuffle<T>(items: readonly T[], random: RandomBelow): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = random(last + 1)
    const [one, two] = [mixed[last], mixed[other]]
    if (one !== undefined && two !== undefined) [mixed[last], mixed[other]] = [two, one]
  }
  return mixed
}
