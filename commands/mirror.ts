import { openStore } from '../api/open-store'
import { ConfigError, readConfig } from '../api/config'
import { AIRTABLE_NOT_CONFIGURED } from '../api/features/mirror/airtable'
import { runCommand, verbOf } from './command'
import type { CommandOptions } from './command'

/**
 * Prints how many records wait to be mirrored, and why the oldest one that failed did. The server may run meanwhile.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 when nothing is set up or a setting cannot be used, 2 invalid usage
 */
export const mirrorCommand = (argv: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(command, argv, options, async ({ verb, input }) => {
    for (const line of await verb.run(input, options.env)) options.print(line)
  })

const command = {
  name: 'mirror',
  usage: [''],
  about: `How many records wait for their copy at the spreadsheet service, and why the oldest one that failed did. The server may run
meanwhile.`,
  verbs: [verbOf<[CommandOptions['env']], string[]>()({ name: '', summary: '', run: (_, env) => readLines(env) })],
  options: {},
  notes: 'It reads the same settings as the server (AIRTABLE_API_KEY and others).',
  exitCodes: ['done', 'refused or nothing set up', 'invalid usage'],
  refusals: [ConfigError],
} as const

async function readLines(env: CommandOptions['env']): Promise<string[]> {
  const config = readConfig(env)
  if (config.airtable === null) throw new ConfigError(AIRTABLE_NOT_CONFIGURED)
  const store = await openStore(config, { mustExist: true })
  try {
    return toLines(await store.mirrorJobs.summarise())
  } finally {
    await store.close()
  }
}

function toLines({ waiting, lastError }: { waiting: number; lastError: string | null }): string[] {
  const state =
    waiting === 0 ? 'Every record has its copy.' : `${waiting} ${waiting === 1 ? 'record waits' : 'records wait'}.`
  return lastError ? [state, `The oldest failure: ${lastError}`] : [state]
}
