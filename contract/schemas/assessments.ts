import * as v from 'valibot'
import type { assessmentEndpoints } from '../endpoints/assessments'
import { ANSWER_MAX_CHARS, SKILL_NAME_MAX_CHARS } from '../limits'
import { readableName } from './readable'
import type { SchemasFor } from './schema'

const moment = v.string()

const topicScore = v.object({ topic: v.string(), title: v.string(), points: v.number(), of: v.number() })

/** A question as the browser may know it: nothing in it tells right from wrong. */
const question = v.object({
  /** From 1. */
  id: v.number(),
  text: v.string(),
  type: v.picklist(['select', 'checkbox', 'text']),
  /** In the order to show; empty for a text. */
  options: v.array(v.string()),
})

export const attempt = v.object({
  id: v.string(),
  skill: v.string(),
  category: v.string(),
  status: v.picklist(['open', 'complete']),
  startedAt: moment,
  /** Until then an open one can be answered. */
  expiresAt: moment,
  completedAt: v.nullable(moment),
  questions: v.array(question),
  /** By number of the question: the chosen option, several joined with commas, or the typed text. */
  answers: v.record(v.string(), v.string()),
  passMarkPercent: v.number(),
  /** Null while it is open. */
  result: v.nullable(v.object({ score: v.number(), passed: v.boolean(), topics: v.array(topicScore) })),
  /** When the same skill can be tried again; null while nothing forbids it. */
  retakeAt: v.nullable(moment),
  /** The questions wait for an expert's review. */
  isDraft: v.boolean(),
  /** The questions are general ones on safety and quality at work: none is about this skill alone. */
  isGeneral: v.boolean(),
  /** True while nobody logged in has claimed it. */
  isVisitors: v.boolean(),
})

const skill = v.pipe(readableName, v.maxLength(SKILL_NAME_MAX_CHARS, 'field-limit-exceeded'))

/** An empty answer takes one back. */
const answers = v.record(
  v.pipe(v.string(), v.regex(/^\d{1,2}$/u, 'invalid-field-value')),
  v.pipe(v.string('invalid-field-type'), v.maxLength(ANSWER_MAX_CHARS, 'field-limit-exceeded')),
  'invalid-field-type',
)

const nothing = v.object({})

export const assessmentSchemas = {
  listSkills: {
    input: nothing,
    output: v.object({
      categories: v.array(v.object({ id: v.string(), title: v.string(), skills: v.array(v.string()) })),
      microCerts: v.array(v.string()),
      questions: v.number(),
      passMarkPercent: v.number(),
    }),
  },
  startAttempt: {
    input: v.object({ skill }),
    output: v.object({
      ...attempt.entries,
      /** Said once, to a browser that has none: to be sent as `x-visitor-token` from now on. */
      visitorToken: v.optional(v.string()),
    }),
  },
  listAttempts: { input: nothing, output: v.object({ attempts: v.array(attempt) }) },
  claimAttempts: {
    input: nothing,
    output: v.object({
      attempts: v.array(attempt),
      /** Skills of attempts that came too early after one of the member's own, and do not count. */
      dropped: v.array(v.string()),
    }),
  },
  getAttempt: { input: nothing, output: attempt },
  saveAnswers: { input: v.object({ answers }), output: attempt },
  completeAttempt: { input: nothing, output: attempt },
} satisfies SchemasFor<typeof assessmentEndpoints>

export type Attempt = v.InferOutput<typeof attempt>
