import { pino } from 'pino'
import { ConfigError, readConfig } from './config'
import { startApi } from './start-api'
import type { RunningApi } from './start-api'

/** How long a request in flight may still take once the process is told to stop. */
const CLOSE_DEADLINE_MS = 10_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  const api = await startApi(config, {
    // Relative to the bundle in dist/server.
    widgetFolder: new URL('../widget/', import.meta.url),
    appsFolder: new URL('../apps/', import.meta.url),
    log,
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(api))
  log.info({ url: api.url, publicUrl: config.urls.api }, 'the API is ready')
}

async function stop(api: RunningApi): Promise<void> {
  try {
    await api.close(CLOSE_DEADLINE_MS)
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}

/** One line for what the owner can mend; a stack for what only we can. */
function fail(error: unknown): never {
  const expected = error instanceof ConfigError || (error instanceof Error && 'expected' in error)
  const text = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

main().catch(fail)
