import { openStore } from '../../api/open-store'
import { ConfigError, readConfig } from '../../api/config'
import { AIRTABLE_NOT_CONFIGURED } from '../../api/domain/mirror/airtable-settings'
import { exitCodeOf } from '../terminal/exit-code'
import { parseArguments, UsageError } from '../terminal/parse-arguments'
import { help } from './help'

export interface MirrorCommandOptions {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
}

const options = { help: { type: 'boolean', short: 'h', default: false } } as const

/**
 * Prints how many records wait to be mirrored, and why the oldest one that failed did. The server may run meanwhile.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 when nothing is set up or a setting cannot be used, 2 asked wrongly
 */
export async function reportMirror(
  argv: readonly string[],
  { env, print, complain }: MirrorCommandOptions,
): Promise<number> {
  const work = async (): Promise<void> => {
    const { values, positionals } = parseArguments(argv, options)
    if (values.help) return print(help)
    if (positionals.length > 0) throw new UsageError(`There is no verb ${JSON.stringify(positionals.join(' '))}.`)
    for (const line of await readLines(env)) print(line)
  }
  return exitCodeOf(work, { command: 'mirror', complain, refusal: ConfigError })
}

async function readLines(env: MirrorCommandOptions['env']): Promise<string[]> {
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
