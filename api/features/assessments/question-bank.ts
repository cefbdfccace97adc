import * as v from 'valibot'
import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GENERAL_SKILL_CODE } from '../../../contract/general-skill-code'

/** The question banks, read once at the start. */
export interface QuestionBanks {
  list(): readonly QuestionBank[]
  /** Null for an unknown id. */
  byId(id: string): QuestionBank | null
  /** The bank for skills without their own. */
  general(): QuestionBank
}

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())

const common = {
  id: text,
  topic: text,
  text,
  /** One line: why the right answer is right. */
  why: text,
  /** Citation for it, or the reasoning. */
  source: text,
}

const choices = v.pipe(v.array(text), v.nonEmpty())

/** Only `text` and the shuffled options ever leave the server. */
const question = v.variant('type', [
  v.object({ ...common, type: v.literal('select'), right: v.pipe(choices, v.length(1)), wrong: choices }),
  v.object({ ...common, type: v.literal('checkbox'), right: choices, wrong: choices }),
  /** Compared without case, accents and spacing. */
  v.object({ ...common, type: v.literal('text'), accepted: choices }),
])

/** The schema of `api/banks/*.json`. `{skill}` in a question of the general bank is replaced by the skill's name. */
export const questionBankSchema = v.pipe(
  v.object({
    id: v.pipe(text, v.regex(/^[a-z0-9-]+$/u)),
    /** Empty in the general bank. */
    skill: v.string(),
    /** Part of the IDs of its TrustTags. */
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

/** Right options first: `optionOrder` of an attempt has indexes of this list. Empty for a text question. */
export function optionsOf(asked: v.InferOutput<typeof question>): string[] {
  return asked.type === 'text' ? [] : [...asked.right, ...asked.wrong]
}

export type Question = v.InferOutput<typeof question>
export type QuestionBank = v.InferOutput<typeof questionBankSchema>

/** The message is one line that names the file and, if known, the field. */
export class QuestionBankError extends Error {
  constructor(file: string, reason: string) {
    super(`${basename(file)}: ${reason}`)
    this.name = 'QuestionBankError'
  }
}

/** Questions on safety and quality in any skill. */
const GENERAL = 'general'

/**
 * @param folder path or file URL of a folder of `*.json`, one of them `general.json`
 * @throws QuestionBankError
 */
export async function readBanks(folder: string | URL): Promise<QuestionBanks> {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder)
  const files = (await readdir(path)).filter((file) => file.endsWith('.json')).toSorted()
  const banks = await Promise.all(files.map((file) => readBank(join(path, file))))
  const byId = new Map(banks.map((bank) => [bank.id, bank]))
  const general = byId.get(GENERAL)
  if (!general) throw new QuestionBankError(`${GENERAL}.json`, 'the folder of question banks lacks it')
  if (general.code !== GENERAL_SKILL_CODE)
    throw new QuestionBankError(`${GENERAL}.json`, `code: IDs of TrustTags say ${GENERAL_SKILL_CODE} for this bank`)
  const twice = banks.find((bank, index) => banks.findIndex(({ code }) => code === bank.code) !== index)
  if (twice) throw new QuestionBankError(`${twice.id}.json`, 'code: another bank has the same')
  return { list: () => banks, byId: (id) => byId.get(id) ?? null, general: () => general }
}

async function readBank(file: string): Promise<QuestionBank> {
  const result = v.safeParse(questionBankSchema, parseJson(file, await readFile(file, 'utf8')))
  if (!result.success) {
    const [issue] = result.issues
    throw new QuestionBankError(file, `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  }
  if (basename(file) !== `${result.output.id}.json`)
    throw new QuestionBankError(file, `id: the file of this bank must be named ${result.output.id}.json`)
  return result.output
}

function parseJson(file: string, content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new QuestionBankError(file, error instanceof Error ? error.message : 'not valid JSON')
  }
}
