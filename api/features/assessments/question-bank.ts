import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { GENERAL_SKILL_CODE } from '../../../contract/general-skill-code'
import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { ON_OFF } from '../../lib/settings'
import type { SettingGroup } from '../../lib/settings'

declare module '../../http/services' {
  interface Services {
    /** 1; in tests 0: multiplies the shortest times that people need for an assessment. */
    assessmentPace: number
    banks: QuestionBanks
  }
}

export interface QuestionBanks {
  list(): readonly QuestionBank[]
  byId(id: string): QuestionBank | null
  general(): QuestionBank
}

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())

const common = {
  id: text,
  /** For practice and samples; never in a counted set. */
  open: v.optional(v.boolean()),
  topic: text,
  text,
  /** One line: why the right answer is right. */
  why: text,
  /** A citation, or the reasoning. */
  source: text,
}

const choices = v.pipe(v.array(text), v.nonEmpty())

/** Only `text` and the shuffled options leave the server. */
const question = v.variant('type', [
  v.object({ ...common, type: v.literal('select'), right: v.pipe(choices, v.length(1)), wrong: choices }),
  v.object({ ...common, type: v.literal('checkbox'), right: choices, wrong: choices }),
  /** Compared without case, accents and spacing. */
  v.object({ ...common, type: v.literal('text'), accepted: choices }),
])

/** Schema of `api/banks/*.json`. In the general bank, `{skill}` becomes the skill's name. */
export const questionBankSchema = v.pipe(
  v.object({
    id: v.pipe(text, v.regex(/^[a-z0-9-]+$/u)),
    /** Empty in the general bank. */
    skill: v.string(),
    code: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/u)),
    aliases: v.optional(v.array(text), []),
    /** `draft` until an expert has reviewed it. */
    status: v.picklist(['draft', 'reviewed']),
    topics: v.record(v.string(), text),
    /** Completes "Knows how to …" on a result. */
    knows: v.optional(v.object({ basic: v.array(text), strong: v.array(text) }), { basic: [], strong: [] }),
    questions: v.pipe(v.array(question), v.minLength(ASSESSMENT_QUESTIONS)),
  }),
  v.check(({ questions, topics }) => questions.every(({ topic }) => Object.hasOwn(topics, topic)), 'unknown topic'),
  v.check(({ questions }) => new Set(questions.map(({ id }) => id)).size === questions.length, 'duplicate ID'),
  v.check(({ questions }) => questions.every(hasOwnOptions), 'duplicate option'),
)

function hasOwnOptions(asked: v.InferOutput<typeof question>): boolean {
  const options = optionsOf(asked)
  return new Set(options.map((option) => option.toLowerCase())).size === options.length
}

/** Right options first: `optionOrder` of an attempt indexes this list. Empty for a text question. */
export function optionsOf(asked: v.InferOutput<typeof question>): string[] {
  return asked.type === 'text' ? [] : [...asked.right, ...asked.wrong]
}

export type Question = v.InferOutput<typeof question>
export type QuestionBank = v.InferOutput<typeof questionBankSchema>

/** One line that names the file and, if known, the field. */
class QuestionBankError extends Error {
  constructor(file: string, reason: string) {
    super(`${basename(file)}: ${reason}`)
    this.name = 'QuestionBankError'
  }
}

/** Safety and quality in any skill. */
const GENERAL = 'general'

/** @param folder path or file URL of `*.json`, including `general.json` @throws QuestionBankError */
export async function readBanks(folder: string | URL): Promise<QuestionBanks> {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder)
  const files = (await readdir(path)).filter((file) => file.endsWith('.json')).toSorted()
  const banks = await Promise.all(files.map((file) => readBank(join(path, file))))
  const byId = new Map(banks.map((bank) => [bank.id, bank]))
  const general = byId.get(GENERAL)
  if (!general) throw new QuestionBankError(`${GENERAL}.json`, 'missing from the folder of question banks')
  if (general.code !== GENERAL_SKILL_CODE)
    throw new QuestionBankError(
      `${GENERAL}.json`,
      `code: must be ${GENERAL_SKILL_CODE} for this bank, as in TrustTag IDs`,
    )
  const twice = banks.find((bank, index) => banks.findIndex(({ code }) => code === bank.code) !== index)
  if (twice) throw new QuestionBankError(`${twice.id}.json`, 'code: another bank has the same code')
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

export const assessmentSettings = {
  title: 'Assessments',
  about: 'The questions of TrustTags. A release contains only those for practice; the counted ones are kept elsewhere.',
  settings: [
    {
      name: 'BANKS_DIR',
      meaning:
        'The folder of the question banks, one JSON file each. Without it, the banks that came with this version are used.',
      shape: { is: 'text', like: 'a path' },
      default: { none: 'the banks of this version' },
      isSecret: false,
      example: '/etc/membership/banks',
    },
    {
      name: 'ASSESSMENT_PACE',
      meaning:
        'Whether ten answers in less than ten seconds are void, and answers faster than reading and shared networks are noted. `off` is for tests; production refuses it.',
      shape: { is: 'choice', of: ON_OFF },
      default: { value: 'on' },
      isSecret: false,
      example: 'off',
    },
  ],
} as const satisfies SettingGroup
