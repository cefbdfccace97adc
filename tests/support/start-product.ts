import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port'
import { runNode } from './run-process'
import { waitUntil } from './wait-until'

/** The whole product on free ports, with an empty data folder. */
export interface RunningProduct {
  urls: { site: string; api: string; demo: string }
  dataDir: string
  /** Opens the console's setup, as printed at the start. Empty until then, and with staff. */
  readonly setupUrl: string
  /** Sends SIGTERM; throws unless it exits with 0. */
  stop(): Promise<void>
}

/**
 * Needs a build in dist/.
 * @param env added to the default
 * @param prepare fills the data folder before the start
 */
export async function startProduct(
  env: Record<string, string> = {},
  prepare?: (dataDir: string) => Promise<void>,
): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'membership-product-'))
  await prepare?.(dataDir)
  const [site, api, demo] = await Promise.all([freePort(), freePort(), freePort()])
  const running = runNode(['commands/run.mjs', 'serve'], {
    env: {
      SITE_PORT: String(site),
      API_PORT: String(api),
      DEMO_PORT: String(demo),
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '100',
      // Journeys answer faster than people.
      ASSESSMENT_PACE: 'off',
      DISK_RESERVE: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const urls = {
    site: `http://localhost:${site}`,
    api: `http://localhost:${api}`,
    demo: `http://localhost:${demo}`,
  }
  const stop = async () => {
    running.child.kill('SIGTERM')
    const end = await running.ended
    await rm(dataDir, { recursive: true, force: true })
    if (end.code !== 0) throw new Error(`The product ended with ${end.code ?? end.signal}:\n${running.output()}`)
  }
  await waitUntil('the product serves', async () => {
    if (running.child.exitCode !== null) throw new Error(`The product did not start:\n${running.output()}`)
    const answers = await Promise.all([`${urls.api}/health`, urls.site, urls.demo].map(answersOk))
    return answers.every(Boolean)
  })
  return {
    urls,
    dataDir,
    stop,
    get setupUrl() {
      return /\S+\/console\/setup#\S+(?=\s)/u.exec(running.output())?.[0] ?? ''
    },
  }
}

const answersOk = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  )
