/**
 * What a bench measures, read from the environment. A word that selects nothing is an error: a bench without figures must
 * not pass.
 */

/** Printed as one line, without a stack. */
const invalid = (message: string): Error => Object.assign(new Error(message), { expected: true })

export interface CountSetting {
  name: string
  /** If nothing is set. */
  fallback: number
  least?: number
  most?: number
}

/** @param text from the environment @throws Error unless it is a whole number within the limits */
export function readCount(text: string | undefined, { name, fallback, least = 1, most }: CountSetting): number {
  const count = Number(text ?? fallback)
  if (text?.trim() !== '' && Number.isInteger(count) && count >= least && count <= (most ?? Infinity)) return count
  throw invalid(`${name} must be a whole number from ${least}${most ? ` to ${most}` : ''}, not "${text}".`)
}

export const readRounds = (text: string | undefined, fallback: number, most?: number): number =>
  readCount(text, { name: 'BENCH_ROUNDS', fallback, ...(most && { most }) })

/**
 * The names that a setting selects: those with its text, in any case.
 * @param setting its name and its text, a regular expression; absent or empty: all
 * @throws Error that lists the names if there is none, or no regular expression
 */
export function choose<T>(
  { name, text = '' }: { name: string; text: string | undefined },
  all: readonly T[],
  nameOf: (one: T) => string,
): T[] {
  const found = all.filter((one) => toPattern(name, text).test(nameOf(one)))
  if (found.length > 0) return found
  throw invalid(`${name}: "${text}" selects nothing. Use one of:\n${all.map((one) => `  ${nameOf(one)}`).join('\n')}`)
}

function toPattern(name: string, text: string): RegExp {
  try {
    return new RegExp(text, 'iu')
  } catch {
    throw invalid(`${name} must be a regular expression, not "${text}".`)
  }
}

/**
 * The engines to measure, and those that this machine lacks.
 * @param text BENCH_ENGINE
 * @throws Error if no chosen engine is installed
 */
export function chooseEngines<T extends string>(
  text: string | undefined,
  all: readonly T[],
  isInstalled: (engine: T) => boolean,
): { engines: T[]; missing: T[] } {
  const wanted = choose({ name: 'BENCH_ENGINE', text }, all, (engine) => engine)
  const [engines, missing] = [wanted.filter(isInstalled), wanted.filter((engine) => !isInstalled(engine))]
  if (engines.length > 0) return { engines, missing }
  throw invalid(`${missing.join(' and ')}: not installed, so nothing can be measured.`)
}

/** The last line of a bench on several engines: budgets that were not measured are not kept. */
export function conclusion(missed: number, missing: readonly string[]): string {
  const kept =
    missed > 0 ? `${missed} are MISSED.` : missing.length > 0 ? 'All that were measured are kept.' : 'All are kept.'
  return [kept, ...missing.map((engine) => `Not measured: ${engine} is not installed.`)].join(' ')
}
