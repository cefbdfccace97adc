import { openLog } from './http/logging'
import { ConfigError, readConfig } from './config'
import { unknownSettings } from './config/reader'
import { type RunningApi, startApi } from './start-api'

/** For requests in flight, after the drain. */
const CLOSE_DEADLINE_MS = 10_000

async function main(): Promise<void> {
  for (const line of unknownSettings(process.env)) process.stderr.write(`${line}\n`)
  const config = readConfig(process.env)
  const log = openLog(config)
  const running = endOnSignal()
  const api = await startApi(config, {
    // Relative to the bundle in dist/server.
    widgetFolder: new URL('../widget/', import.meta.url),
    appsFolder: new URL('../apps/', import.meta.url),
    banksFolder: new URL('../banks/', import.meta.url),
    fontsFolder: new URL('../fonts/', import.meta.url),
    docsFolder: new URL('../docs/', import.meta.url),
    consoleFolder: new URL('../console/', import.meta.url),
    log,
  })
  running.api = api
  // Not in the log, which must contain no token.
  if (api.setupUrl !== null) process.stderr.write(`Set up the console: ${api.setupUrl}\n`)
  log.info({ url: api.url, publicUrl: config.urls.api }, 'the API is ready')
}

/**
 * Handlers from the first moment: process 1 of a container has no default ones. During the start a signal ends the process at once; a
 * second signal during shutdown has no effect.
 */
function endOnSignal(): { api: RunningApi | null } {
  const running: { api: RunningApi | null } = { api: null }
  let ending = false
  const end = (): void => {
    if (ending) return
    ending = true
    if (running.api) void stop(running.api)
    else process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
  return running
}

async function stop(api: RunningApi): Promise<void> {
  try {
    await api.close(CLOSE_DEADLINE_MS)
    process.exit(0)
  } catch (error) {
    fail(error)
  }
}

/** One line for errors that the owner can fix, a stack for defects. */
function fail(error: unknown): never {
  const expected = error instanceof ConfigError || (error instanceof Error && 'expected' in error)
  const text = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

main().catch(fail)
