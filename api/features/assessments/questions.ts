import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import type { AskedQuestion, AttemptResult, AttemptRow } from '../../ports/trusttag/attempt-store'
import { optionsOf } from './question-bank'
import type { Question, QuestionBank } from './question-bank'
import { readChoices } from '../../../contract/read-choices'

/** A uniform whole number from 0 to below the bound. */
type RandomBelow = (bound: number) => number

/**
 * Draws the questions of one attempt: spread evenly over the topics, recently seen ones last, in random order with shuffled
 * options.
 * @param seen ids of questions that the last attempts asked, latest first: the oldest is asked again first
 */
export function drawQuestions(bank: QuestionBank, seen: readonly string[], random: RandomBelow): AskedQuestion[] {
  const recency = (id: string): number => {
    const place = seen.indexOf(id)
    return place === -1 ? 0 : seen.length - place
  }
  const topics = shuffle(Object.keys(bank.topics), random).map((topic) =>
    // The sort is stable: equally old questions keep their random order.
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

/** The topic with the fewest questions drawn so far; topics with unseen questions first. */
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

/** Fisher–Yates. */
function shuffle<T>(items: readonly T[], random: RandomBelow): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = random(last + 1)
    const [one, two] = [mixed[last], mixed[other]]
    if (one !== undefined && two !== undefined) [mixed[last], mixed[other]] = [two, one]
  }
  return mixed
}

export interface ShownQuestion {
  /** From 1. */
  id: number
  text: string
  type: Question['type']
  /** In the order in which this attempt shows them. */
  options: string[]
}

/** The questions of an attempt, in its order, without those that were removed from the bank since. */
export function askedQuestions(
  bank: QuestionBank | null,
  { questions, skill }: Pick<AttemptRow, 'questions' | 'skill'>,
): ShownQuestion[] {
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

interface ScoredAttempt extends AttemptResult {
  /** By id of the question in the bank. */
  points: { questionId: string; points: number }[]
}

/** Percent of points, in total and by topic. Questions that were removed from the bank do not count. */
export function scoreAttempt(bank: QuestionBank, { questions, answers }: AttemptRow): ScoredAttempt {
  const asked = questions.flatMap(({ questionId }, index) => {
    const question = bank.questions.find(({ id }) => id === questionId)
    return question ? [{ question, points: scoreQuestion(question, answers[index + 1] ?? '') }] : []
  })
  const sum = (points: readonly { points: number }[]) => points.reduce((total, one) => total + one.points, 0)
  const score = asked.length === 0 ? 0 : Math.round((100 * sum(asked)) / asked.length)
  const topics = Object.entries(bank.topics).flatMap(([topic, title]) => {
    const own = asked.filter(({ question }) => question.topic === topic)
    return own.length === 0 ? [] : [{ topic, title, points: sum(own), of: own.length }]
  })
  return {
    score,
    passed: score >= ASSESSMENT_PASS_MARK_PERCENT,
    topics,
    points: asked.map(({ question, points }) => ({ questionId: question.id, points })),
  }
}

/** Points for one answer, from 0 to 1. With several right options each is a share; a wrong one costs the same share. */
export function scoreQuestion(question: Question, answer: string): number {
  if (question.type === 'select') return answer === question.right[0] ? 1 : 0
  if (question.type === 'text') return question.accepted.some((accepted) => fold(accepted) === fold(answer)) ? 1 : 0
  const chosen = readChoices(answer, [...question.right, ...question.wrong]) ?? []
  const right = chosen.filter((option) => question.right.includes(option)).length
  const wrong = chosen.length - right
  return Math.max(0, (right - wrong) / question.right.length)
}

/** Case, accents, punctuation and spacing do not make a text wrong. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
