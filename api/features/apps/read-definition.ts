import * as v from 'valibot'
import { listRemoved, type Removed, type SafeHtml, sanitizeHtml, UnusableHtmlError } from '../../lib/html'
import { appDefinitionSchema, type AppFile, hostedContent, type HostedContent } from './definition'

/**
 * Checks everything except the HTML: see `checkHtml`.
 * @param file its name, for errors
 * @throws AppDefinitionError naming file and fields
 */
export function readDefinition(file: string, text: string): AppFile {
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
      unknown.map((place) => `${place}: unknown setting`),
    )
  return result.output
}

/** HTML as members get it, with what the sanitizer removed. @throws AppDefinitionError */
export async function readHtml(html: string): Promise<SafeHtml & { removed: Removed[] }> {
  try {
    const safe = await sanitizeHtml(html)
    return { ...safe, removed: await listRemoved(html, safe) }
  } catch (error) {
    if (error instanceof UnusableHtmlError) throw new AppDefinitionError('app', [`content: the HTML ${error.message}`])
    throw error
  }
}

/** One piece of hosted content, except the HTML: see `checkHtml`. @throws AppDefinitionError */
export function readContent(piece: unknown): HostedContent {
  const result = v.safeParse(hostedContent, piece)
  if (result.success) return result.output
  throw new AppDefinitionError(
    'app',
    result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the content'}: ${issue.message}`),
  )
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppDefinitionError(file, [error instanceof Error ? error.message : 'not valid JSON'])
  }
}

/**
 * Whether the hosted HTML can be sanitized.
 * @param file the definition's file, for errors
 * @throws AppDefinitionError naming file and fields
 */
export async function checkHtml(file: string, { contents }: Pick<AppFile, 'contents'>): Promise<void> {
  const problems: string[] = []
  for (const [index, { type, content }] of contents.entries()) {
    if (type !== 'HTML') continue
    await sanitizeHtml(content).catch((error: unknown) => {
      if (!(error instanceof UnusableHtmlError)) throw error
      problems.push(`contents.${index}.content: the HTML ${error.message}`)
    })
  }
  if (problems.length > 0) throw new AppDefinitionError(file, problems)
}

/**
 * Keys without effect: typos would otherwise be dropped silently.
 * @param given parsed JSON
 * @param read the schema's output
 * @returns paths, such as `plans.0.activ`
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

/** One line per problem, with the file and, if known, the field. */
export class AppDefinitionError extends Error {
  readonly problems: readonly string[]

  /** @param problems at least one, each without the file */
  constructor(file: string, problems: readonly string[]) {
    // Some problems quote the file with its line breaks.
    super(problems.map((problem) => `${file}: ${problem.replace(/\s+/gu, ' ')}`).join('\n'))
    this.name = 'AppDefinitionError'
    this.problems = problems
  }
}

export const KEYS_TAKEN = 'keys: another app already uses one of these public keys'
