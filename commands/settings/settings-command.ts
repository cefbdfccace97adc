import { writeFile } from 'node:fs/promises'
import { readConfig } from '../../api/config'
import { unknownSettings } from '../../api/config/unknown-settings'
import { exitCodeOf } from '../terminal/exit-code'
import { parseArguments, UsageError } from '../terminal/parse-arguments'
import { settingsDocument } from './settings-document'
import { settingsList } from './settings-list'

export interface CommandOptions {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
  /** Path of the reference, docs/settings.md. */
  documentFile: string
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
}

export const help = `npm run settings [-- --check | --write]

Every setting of the product: what it means, how it is written, what counts without it.

Options
  --check                  reads the settings as \`npm run start:production\` would, and says what it would refuse.
                           Nothing is started, no value is shown
  --write                  writes the reference, docs/settings.md, anew
  --help

Exit code: 0 done, 1 refused, 2 asked wrongly.`

const options = {
  check: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/**
 * Shows the table of settings, checks what is set, or writes the reference.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused, 2 asked wrongly
 */
export function settingsCommand(argv: readonly string[], command: CommandOptions): Promise<number> {
  const work = (): Promise<void> => carryOut(argv, command)
  return exitCodeOf(work, { command: 'settings', complain: command.complain, refusal: UsageError })
}

async function carryOut(
  argv: readonly string[],
  { env, documentFile, print, complain }: CommandOptions,
): Promise<void> {
  const { values, positionals } = parseArguments(argv, options)
  if (positionals.length > 0) throw new UsageError(`There is no verb ${JSON.stringify(positionals.join(' '))}.`)
  if (values.check && values.write) throw new UsageError('Either --check or --write.')
  if (values.help) return print(help)
  if (values.write) {
    await writeFile(documentFile, settingsDocument())
    return print('docs/settings.md is written.')
  }
  if (!values.check) return settingsList().forEach((line) => print(line))
  for (const line of unknownSettings(env)) complain(line)
  readConfig(env, { production: true })
  print('A start in production would take these settings.')
}
