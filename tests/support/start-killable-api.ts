import { freePort } from './free-port'
import { runNode } from './run-process'
import type { RunningProcess } from './run-process'
import { waitUntil } from './wait-until'

export const KILLABLE_ISSUER = 'https://trusttag.example'

export interface KillableApi {
  url: string
  process: RunningProcess
}

/**
 * The built API as a process of its own, on whatever data an earlier one left, once it serves.
 * @param env on top of what it gets anyway
 */
export async function startKillableApi(dataDir: string, env: Record<string, string> = {}): Promise<KillableApi> {
  const api = await launchKillableApi(dataDir, env)
  // A disk that takes no writes is no reason to wait; a database that is away is.
  await waitForAnswer(api, env['DATABASE_URL'] === undefined ? '/health' : '/ready')
  return api
}

/** The same as soon as it answers at all: it may wait for its database. */
export async function launchKillableApi(dataDir: string, env: Record<string, string> = {}): Promise<KillableApi> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const process = runNode(['dist/server/main.js'], {
    env: {
      API_PORT: String(port),
      // Every start takes another port; the issuer stays who it is.
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
