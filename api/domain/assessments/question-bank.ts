import * as v from 'valibot'
import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())

const common = {
  id: text,
  topic: text,
  text,
  /** One line: why the key is right. */
  why: text,
  /** Where that stands, or the reasoning. */
  source: text,
}

const choices = v.pipe(v.array(text), v.nonEmpty())

/** A question with its key. None of this but `text` and the options, mixed, ever leaves the server. */
const question = v.variant('type', [
  v.object({ ...common, type: v.literal('select'), right: v.pipe(choices, v.length(1)), wrong: choices }),
  v.object({ ...common, type: v.literal('checkbox'), right: choices, wrong: choices }),
  /** What counts as right, in any case and spacing. */
  v.object({ ...common, type: v.literal('text'), accepted: choices }),
])

/** The shape of `api/banks/*.json`. `{skill}` in a question of the general bank stands for the skill's name. */
export const questionBankSchema = v.pipe(
  v.object({
    id: v.pipe(text, v.regex(/^[a-z0-9-]+$/u)),
    /** Empty in the general bank. */
    skill: v.string(),
    /** Stands in the IDs of its TrustTags. */
    code: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/u)),
    aliases: v.optional(v.array(text), []),
    /** `draft` until an expert of the field has reviewed it. */
    status: v.picklist(['draft', 'reviewed']),
    topics: v.record(v.string(), text),
    questions: v.pipe(v.array(question), v.minLength(ASSESSMENT_QUESTIONS)),
  }),
  v.check(({ questions, topics }) => questions.every(({ topic }) => Object.hasOwn(topics, topic)), 'unknown topic'),
  v.check(({ questions }) => new Set(questions.map(({ id }) => id)).size === questions.length, 'an id stands twice'),
  v.check(({ questions }) => questions.every(hasOwnOptions), 'an option stands twice'),
)

function hasOwnOptions(asked: v.InferOutput<typeof question>): boolean {
  const options = optionsOf(asked)
  return new Set(options.map((option) => option.toLowerCase())).size === options.length
}

/** Every option, the right ones first: the order that an attempt's `optionOrder` counts in. Empty for a text. */
export function optionsOf(asked: v.InferOutput<typeof question>): string[] {
  return asked.type === 'text' ? [] : [...asked.right, ...asked.wrong]
}

export type Question = v.InferOutput<typeof question>
export type QuestionBank = v.InferOutput<typeof questionBankSchema>
