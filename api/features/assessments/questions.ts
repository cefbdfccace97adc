import {
  ASSESSMENT_QUESTIONS,
  EXPOSURE_FREE_SETS,
  EXPOSURE_QUESTIONS_MIN,
  EXPOSURE_SHARE_MAX,
  RARE_BELOW_ANSWERS,
  RARE_RULE_FROM_QUESTIONS,
} from '../../../contract/limits'
import { readChoices } from '../../../contract/read-choices'
import { optionsOf, type Question, type QuestionBank } from './question-bank'
import type { AskedQuestion, AttemptResult, AttemptRow } from './repository'

/** A uniform integer from 0 to below the bound. */
type RandomBelow = (bound: number) => number

/** The questions of practice, or those that count. */
export const poolOf = ({ questions }: Pick<QuestionBank, 'questions'>, counts: boolean): Question[] =>
  questions.filter(({ open = false }) => open !== counts)

/** How often the bank's questions were asked, by ID. */
export interface Usage {
  /** Sets of the last thirty days with the question; their number under an empty ID. */
  exposures: ReadonlyMap<string, number>
  /** Answers ever. */
  answers: ReadonlyMap<string, number>
  /** Counted questions of the bank. */
  counted: number
}

const NO_USAGE: Usage = { exposures: new Map(), answers: new Map(), counted: 0 }

/**
 * Ten questions, spread evenly over the topics, shuffled, with shuffled options. Which of a topic's questions is random: “least exposed
 * first” would show six accounts the whole bank. Questions above the exposure ceiling come last, and at most one is rare.
 * @param pool unseen questions
 */
export function drawQuestions(
  pool: readonly Question[],
  random: RandomBelow,
  usage: Usage = NO_USAGE,
): AskedQuestion[] {
  const cost = costOf(usage)
  const topics = shuffle([...new Set(pool.map(({ topic }) => topic))], random).map((topic) =>
    // Stable sort: equally expensive questions keep their random order.
    shuffle(
      pool.filter((question) => question.topic === topic),
      random,
    ).toSorted((one, other) => cost(one, 0) - cost(other, 0)),
  )
  const drawn: Question[] = []
  while (drawn.length < ASSESSMENT_QUESTIONS) {
    const question = takeNext(topics, drawn, (one) => cost(one, drawn.filter(({ id }) => cost.isRare(id)).length))
    if (!question) break
    drawn.push(question)
  }
  return shuffle(drawn, random).map((question) => ({
    questionId: question.id,
    optionOrder: shuffle([...optionsOf(question).keys()], random),
  }))
}

interface Cost {
  /** 0: nothing against it; 1: a second rare one; 2 and more: above the exposure ceiling, by its exposure. */
  (question: Question, rareDrawn: number): number
  isRare: (id: string) => boolean
}

function costOf({ exposures, answers, counted }: Usage): Cost {
  const common = [...answers.values()].filter((count) => count >= RARE_BELOW_ANSWERS).length
  const isRare = (id: string) => common >= RARE_RULE_FROM_QUESTIONS && (answers.get(id) ?? 0) < RARE_BELOW_ANSWERS
  const ceiling =
    counted >= EXPOSURE_QUESTIONS_MIN
      ? Math.max(EXPOSURE_FREE_SETS, EXPOSURE_SHARE_MAX * (exposures.get('') ?? 0))
      : Infinity
  const cost = ({ id }: Question, rareDrawn: number): number => {
    const exposure = exposures.get(id) ?? 0
    if (exposure >= ceiling) return 2 + exposure
    return rareDrawn > 0 && isRare(id) ? 1 : 0
  }
  return Object.assign(cost, { isRare })
}

/** From the topic with the fewest drawn questions, of those whose best question costs least. */
function takeNext(
  topics: readonly Question[][],
  drawn: readonly Question[],
  cost: (question: Question) => number,
): Question | undefined {
  const best = topics
    .flatMap((rest) => {
      const [question] = rest.toSorted((one, other) => cost(one) - cost(other))
      if (!question) return []
      const ofTopic = drawn.filter(({ topic }) => topic === question.topic)
      return [{ rest, question, cost: cost(question), drawn: ofTopic.length }]
    })
    .toSorted((one, other) => one.cost - other.cost || one.drawn - other.drawn)[0]
  best?.rest.splice(best.rest.indexOf(best.question), 1)
  return best?.question
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
  /** In display order. */
  options: string[]
}

/** Skips questions that the bank no longer has. */
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

interface ScoredSet extends Pick<AttemptResult, 'score' | 'topics'> {
  points: { questionId: string; points: number }[]
}

/** Percent, in total and by topic. Questions that the bank no longer has do not count. */
export function scoreAttempt(bank: QuestionBank, { questions, answers }: AttemptRow): ScoredSet {
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
    topics,
    points: asked.map(({ question, points }) => ({ questionId: question.id, points })),
  }
}

/** 0 to 1. Each right option is an equal share; a wrong option subtracts one share. */
export function scoreQuestion(question: Question, answer: string): number {
  if (question.type === 'select') return answer === question.right[0] ? 1 : 0
  if (question.type === 'text') return question.accepted.some((accepted) => fold(accepted) === fold(answer)) ? 1 : 0
  const chosen = readChoices(answer, [...question.right, ...question.wrong]) ?? []
  const right = chosen.filter((option) => question.right.includes(option)).length
  const wrong = chosen.length - right
  return Math.max(0, (right - wrong) / question.right.length)
}

/** Ignores case, accents, punctuation and spacing. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
