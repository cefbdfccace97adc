import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/** What was typed cannot be meant; the message is for who typed it. */
export class UsageError extends Error {}

/**
 * Options and what stands beside them.
 * @param argv without Node and the script
 * @throws UsageError for an option that there is not, or that lacks its value
 */
export function parseArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
