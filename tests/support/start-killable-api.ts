import { fileURLToPath } from 'node:url'
import { freePort } from './free-port'
import { runNode } from './run-process'
import type { RunningProcess } from './run-process'
import { waitUntil } from './wait-until'

export const KILLABLE_ISSUER = 'https://trusttag.example'

const shiftClock = fileURLToPath(new URL('shift-clock.cjs', import.meta.url))

/** Settings of a process whose clock is ahead, or behind if negative. */
export const withClockShift = (shiftMs: number): Record<string, string> => ({
  NODE_OPTIONS: `--require ${shiftClock}`,
  CLOCK_SHIFT_MS: String(shiftMs),
})

/** A start after the claims and leases of a killed process have expired, without the wait. */
export const aMinuteLater = withClockShift(60_000)

export interface KillableApi {
  url: string
  process: RunningProcess
}

/**
 * The built API in its own process on existing data. Resolves when it serves.
 * @param env added to the default
 */
export async function startKillableApi(dataDir: string, env: Record<string, string> = {}): Promise<KillableApi> {
  const api = await launchKillableApi(dataDir, env)
  // Wait for an unreachable database, but not for a read-only disk.
  await waitForAnswer(api, env['DATABASE_URL'] === undefined ? '/health' : '/ready')
  return api
}

/** Resolves when it responds at all: it may be waiting for its database. */
export async function launchKillableApi(dataDir: string, env: Record<string, string> = {}): Promise<KillableApi> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const process = runNode(['dist/server/main.js'], {
    env: {
      API_PORT: String(port),
      // Ports change, the issuer stays.
      PUBLIC_ISSUER_URL: KILLABLE_ISSUER,
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  const api = { url, process }
  await waitForAnswer(api, '/health')
  return api
}

async function waitForAnswer({ url, process }: KillableApi, path: string): Promise<void> {
  await waitUntil('the API serves', async () => {
    if (process.child.exitCode !== null) throw new Error(`The API did not start:\n${process.output()}`)
    return fetch(url + path).then(
      (response) => response.ok,
      () => false,
    )
  })
}
