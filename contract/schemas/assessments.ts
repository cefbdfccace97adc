import * as v from 'valibot'
import type { assessmentEndpoints } from '../endpoints/assessments'
import { ANSWER_MAX_CHARS, ASSESSMENT_QUESTIONS, SKILL_NAME_MAX_CHARS, TIME_FACTORS } from '../limits'
import { readableName } from './readable'
import type { SchemasFor } from './schema'

const moment = v.string()

const topicScore = v.object({ topic: v.string(), title: v.string(), points: v.number(), of: v.number() })

/** A question as sent to the browser, without the right answer. */
const question = v.object({
  /** From 1. */
  id: v.number(),
  text: v.string(),
  type: v.picklist(['select', 'checkbox', 'text']),
  /** In display order; empty for a text. */
  options: v.array(v.string()),
})

export const attempt = v.object({
  id: v.string(),
  /** As chosen. */
  skill: v.string(),
  /** What a TrustTag says: the skill, or "Workplace basics" if it has no questions of its own. */
  claim: v.string(),
  category: v.string(),
  /** `closed`: not completed in time; it counts. `void`: answered faster than anyone can; it counts too. */
  status: v.picklist(['open', 'closed', 'complete', 'void']),
  startedAt: moment,
  /** An open attempt can be begun again with the same questions until then. */
  expiresAt: moment,
  /** The end of this set's time limit; null for practice. */
  answerBy: v.nullable(moment),
  /** Multiplies the time limit. */
  timeFactor: v.number(),
  completedAt: v.nullable(moment),
  /** Those that were reached. */
  questions: v.array(question),
  /** Number of questions in the set. */
  count: v.number(),
  /** By question number: the chosen option, several joined with commas, or the typed text. */
  answers: v.record(v.string(), v.string()),
  passMarkPercent: v.number(),
  /** Null while open. */
  result: v.nullable(
    v.object({
      /** Percent; of two sets, their mean. */
      score: v.number(),
      /** In eight of ten cases the person's share of all questions of the bank is in it. */
      band: v.object({ low: v.number(), high: v.number() }),
      questions: v.number(),
      sets: v.array(v.number()),
      passed: v.boolean(),
      topics: v.array(topicScore),
      /** Completes "Knows how to …"; empty below the pass mark and for practice. */
      knows: v.array(v.string()),
      /** Starting the skill again until then opens a second set, which decides. Null: the result is final. */
      secondSet: v.nullable(v.object({ until: moment, reason: v.picklist(['score', 'flag', 'retake']) })),
    }),
  ),
  /** Evidence that the owner sees too; empty while open. */
  flags: v.array(v.picklist(['fast', 'hidden', 'clipboard', 'shared', 'restarted', 'same-person'])),
  /** When the same claim can be tried again; null for practice. */
  retakeAt: v.nullable(moment),
  /** Among the counted attempts at the claim within twelve months; null for practice. */
  number: v.nullable(v.number()),
  /** 2: the second set of an attempt. */
  set: v.number(),
  /** Open questions only, and no TrustTag. */
  isPractice: v.boolean(),
  /** The questions need an expert's review. */
  isDraft: v.boolean(),
  /** The questions are the general ones on workplace safety and quality. */
  isGeneral: v.boolean(),
  /** True until a member has claimed it. */
  isVisitors: v.boolean(),
})

const skill = v.pipe(readableName, v.maxLength(SKILL_NAME_MAX_CHARS, 'field-limit-exceeded'))

/** An empty answer removes one. */
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
  getSkill: {
    input: nothing,
    output: v.object({
      /** Of the page that aliases lead to. */
      slug: v.string(),
      name: v.string(),
      category: v.nullable(v.string()),
      isGeneral: v.boolean(),
      isReviewed: v.boolean(),
      /** Percent of a set's questions. */
      topics: v.array(v.object({ title: v.string(), percent: v.number() })),
      knows: v.object({ basic: v.array(v.string()), strong: v.array(v.string()) }),
      /** An open question, which never counts. */
      sample: v.nullable(
        v.object({
          text: v.string(),
          options: v.array(v.string()),
          right: v.string(),
          why: v.string(),
          source: v.string(),
        }),
      ),
      /** Of counted first attempts with a final result; null below thirty. */
      passRate: v.nullable(v.object({ percent: v.number(), attempts: v.number() })),
    }),
  },
  startAttempt: {
    input: v.object({
      skill,
      /** The answer to `did-you-mean`: the name is meant as typed, and the questions are the general ones. */
      asTyped: v.optional(v.boolean('invalid-field-type')),
    }),
    output: v.object({
      ...attempt.entries,
      /** Returned once, to a browser without a token: to be sent as `x-visitor-token` from then on. */
      visitorToken: v.optional(v.string()),
    }),
  },
  listAttempts: { input: nothing, output: v.object({ attempts: v.array(attempt) }) },
  claimAttempts: { input: nothing, output: v.object({ attempts: v.array(attempt) }) },
  getAttempt: { input: nothing, output: attempt },
  saveAnswers: {
    input: v.object({
      answers,
      /** The question now shown. The first one not sent yet is sent once the previous one has an answer. */
      at: v.optional(
        v.pipe(
          v.number('invalid-field-type'),
          v.integer('invalid-field-value'),
          v.minValue(1, 'invalid-field-value'),
          v.maxValue(ASSESSMENT_QUESTIONS, 'invalid-field-value'),
        ),
      ),
      /** What the page noticed. */
      signs: v.optional(
        v.pipe(
          v.array(v.picklist(['hidden', 'clipboard'], 'invalid-field-value'), 'invalid-field-type'),
          v.maxLength(2, 'field-limit-exceeded'),
        ),
      ),
      /** The person's own choice, which is shown to no one. */
      timeFactor: v.optional(v.picklist(TIME_FACTORS, 'invalid-field-value')),
    }),
    output: attempt,
  },
  completeAttempt: { input: nothing, output: attempt },
} satisfies SchemasFor<typeof assessmentEndpoints>

export type Attempt = v.InferOutput<typeof attempt>
