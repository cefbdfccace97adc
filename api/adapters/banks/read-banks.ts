import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { GENERAL_SKILL_CODE } from '../../../contract/general-skill-code'
import { questionBankSchema } from '../../domain/assessments/question-bank'
import type { QuestionBank } from '../../domain/assessments/question-bank'
import type { QuestionBanks } from '../../ports/trusttag/question-banks'

/** A question bank that cannot be used: one line that names the file and, where there is one, the field. */
export class QuestionBankError extends Error {
  constructor(file: string, reason: string) {
    super(`${basename(file)}: ${reason}`)
    this.name = 'QuestionBankError'
  }
}

/** The bank that asks about safety and quality in any skill. */
const GENERAL = 'general'

/**
 * Reads the question banks of a folder.
 * @param folder path or file URL of a folder of `*.json`, one of them `general.json`
 * @throws QuestionBankError naming file and field
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

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new QuestionBankError(file, error instanceof Error ? error.message : 'not valid JSON')
  }
}
