import { ConfigError } from '../../api/config'
import { harmless } from './harmless'
import { UsageError } from './parse-arguments'

export interface Refusals {
  /** The npm script. */
  command: string
  complain: (line: string) => void
  /** What is said to who typed it, besides settings that cannot be used. */
  refusal: Refusal | readonly Refusal[]
}

type Refusal = abstract new (...args: never[]) => Error

/**
 * Carries a command out and says what refused it.
 * @returns 0 done, 1 refused, 2 asked wrongly. Rejects with every other error.
 */
export async function exitCodeOf(work: () => Promise<void>, { command, complain, refusal }: Refusals): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    const isSaid = isUsage || [ConfigError, refusal].flat().some((expected) => error instanceof expected)
    if (!isSaid || !(error instanceof Error)) throw error
    // Several settings can be wrong at once: a line each.
    for (const line of error.message.split('\n')) complain(harmless(line))
    if (isUsage) complain(`npm run ${command} -- --help says more.`)
    return isUsage ? 2 : 1
  }
}
