import { openStore } from '../api/open-store'
import { ConfigError, readConfig } from '../api/config'
import { AIRTABLE_NOT_CONFIGURED } from '../api/features/mirror/airtable'
import { runCommand, verbOf } from './command'
import type { CommandOptions } from './command'
import { summarizeMirrorJobs } from '../api/features/mirror/jobs'

/**
 * The server may be running.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 not configured or invalid settings, 2 invalid usage
 */
export const mirrorCommand = (argv: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(command, argv, options, async ({ verb, input }) => {
    for (const line of await verb.run(input, options.env)) options.print(line)
  })

const command = {
  name: 'mirror',
  usage: [''],
  about: `Shows how many records are waiting to be copied to the spreadsheet service, and the error of the oldest failed one.
The server may be running.`,
  verbs: [verbOf<[CommandOptions['env']], string[]>()({ name: '', summary: '', run: (_, env) => readLines(env) })],
  options: {},
  notes: 'Reads the same settings as the server (AIRTABLE_API_KEY and others).',
  exitCodes: ['done', 'refused or not configured', 'invalid usage'],
  refusals: [ConfigError],
} as const

async function readLines(env: CommandOptions['env']): Promise<string[]> {
  const config = readConfig(env)
  if (config.airtable === null) throw new ConfigError(AIRTABLE_NOT_CONFIGURED)
  const store = await openStore(config, { mustExist: true })
  try {
    return toLines(await summarizeMirrorJobs(store))
  } finally {
    await store.close()
  }
}

function toLines({ waiting, lastError }: { waiting: number; lastError: string | null }): string[] {
  const state =
    waiting === 0 ? 'All records are copied.' : `${waiting} ${waiting === 1 ? 'record is' : 'records are'} waiting.`
  return lastError ? [state, `Oldest error: ${lastError}`] : [state]
}
