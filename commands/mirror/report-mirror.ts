import { openStore } from '../../api/adapters/database/open-store'
import { ConfigError, readConfig } from '../../api/config'
import { AIRTABLE_NOT_CONFIGURED } from '../../api/domain/mirror/airtable-settings'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Prints how many records wait to be mirrored, and why the oldest one that failed did. The server may run meanwhile.
 * @param env see `readConfig`
 * @returns 1 after one line when nothing is set up or a setting cannot be used
 */
export async function reportMirror(env: Environment, print: (line: string) => void): Promise<number> {
  try {
    const config = readConfig(env)
    if (config.airtable === null) throw new ConfigError(AIRTABLE_NOT_CONFIGURED)
    const store = await openStore(config)
    try {
      for (const line of toLines(await store.mirrorJobs.summarise())) print(line)
    } finally {
      await store.close()
    }
    return 0
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    print(error.message)
    return 1
  }
}

function toLines({ waiting, lastError }: { waiting: number; lastError: string | null }): string[] {
  const state =
    waiting === 0 ? 'Every record has its copy.' : `${waiting} ${waiting === 1 ? 'record waits' : 'records wait'}.`
  return lastError ? [state, `The oldest failure: ${lastError}`] : [state]
}
