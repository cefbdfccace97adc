import * as v from 'valibot'
import { sanitiseHtml } from '../../domain/hosted-html/sanitise-html'
import { UnusableHtmlError } from '../../domain/hosted-html/unusable-html-error'
import { appDefinitionSchema } from './definition'
import type { AppDefinition } from './definition'

/**
 * Reads an app definition and checks all of it but its HTML, which `checkHtml` does.
 * @param file name of the file that it stands in, for errors
 * @throws AppDefinitionError naming file and fields
 */
export function readDefinition(file: string, text: string): AppDefinition {
  const given = parseJson(file, text)
  const result = v.safeParse(appDefinitionSchema, given)
  if (!result.success)
    throw new AppDefinitionError(
      file,
      result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`),
    )
  const unknown = unknownKeys(given, result.output)
  if (unknown.length > 0)
    throw new AppDefinitionError(
      file,
      unknown.map((place) => `${place}: there is no such setting`),
    )
  return result.output
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppDefinitionError(file, [error instanceof Error ? error.message : 'not valid JSON'])
  }
}

/**
 * Whether the HTML that an app hosts can be sanitised, as it will be for whoever is given it.
 * @param file name of the file that the definition stands in, for errors
 * @throws AppDefinitionError naming file and fields
 */
export async function checkHtml(file: string, { contents }: Pick<AppDefinition, 'contents'>): Promise<void> {
  const problems: string[] = []
  for (const [index, { type, content }] of contents.entries()) {
    if (type !== 'HTML') continue
    await sanitiseHtml(content).catch((error: unknown) => {
      if (!(error instanceof UnusableHtmlError)) throw error
      problems.push(`contents.${index}.content: the HTML ${error.message}`)
    })
  }
  if (problems.length > 0) throw new AppDefinitionError(file, problems)
}

/**
 * What a definition says under keys that nobody reads: a slip of the pen would else be dropped without a word.
 * @param given as it was parsed @param read what the schema made of it
 * @returns the place of each, `plans.0.activ` for example
 */
function unknownKeys(given: unknown, read: unknown, place = ''): string[] {
  if (!isObject(given) || !isObject(read)) return []
  const known = new Map(Object.entries(read))
  return Object.entries(given).flatMap(([key, value]) => {
    const here = place === '' ? key : `${place}.${key}`
    return known.has(key) ? unknownKeys(value, known.get(key), here) : [here]
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** An invalid app definition: a line for each problem, with the file and, if known, the field. */
export class AppDefinitionError extends Error {
  /** @param problems at least one, each without the file */
  constructor(file: string, problems: readonly string[]) {
    // Some problems quote the file with its line breaks.
    super(problems.map((problem) => `${file}: ${problem.replace(/\s+/gu, ' ')}`).join('\n'))
    this.name = 'AppDefinitionError'
  }
}

/** A public key must belong to one app. */
export const KEYS_TAKEN = 'keys: another app already uses one of these public keys'
