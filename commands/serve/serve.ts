import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '../../api/config'
import type { Config } from '../../api/config'
import { listen } from '../../api/http/listen'
import { startApi } from '../../api/start-api'
import type { RunningApi } from '../../api/start-api'
import { createDemoServer } from './demo-server'
import { createSiteServer } from './site-server'
import { urlTable } from './url-table'
import { watchParent } from './watch-parent'

/** Requests in flight get so long to finish after a signal. */
const CLOSE_DEADLINE_MS = 10_000

type Environment = Readonly<Record<string, string | undefined>>

interface Closable {
  close(deadlineMs: number): Promise<void>
}

/**
 * Serves the site, the API and the demo pages from one process, until SIGTERM or SIGINT; then finishes requests in
 * flight and exits with 0. This file is bundled to dist/server/serve.js, so folders are found from there.
 * @param env see `readConfig`
 * @returns 1 after one printed line when a setting or a port cannot be used; else nothing, and the process goes on
 */
export async function serve(env: Environment): Promise<number | void> {
  const running: Closable[] = []
  // Before the first server listens: whoever sees one answer may send the signal at once.
  const signal = endOnSignal(running, env)
  try {
    const config = readConfig(env)
    for (const start of starters(config)) {
      running.push(await start())
      if (signal.ended) return closeAll(running, CLOSE_DEADLINE_MS).then(() => 0)
    }
    signal.started = true
    console.log(urlTable(config))
  } catch (error) {
    await closeAll(running, 0)
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    return 1
  }
}

function starters(config: Config): (() => Promise<Closable>)[] {
  const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const at = (part: 'site' | 'demo') => ({ host: config.host, port: config.ports[part], part })
  let api: RunningApi | null = null
  const { urls, trustProxyHops } = config
  const site = { folder: folder('../site/'), urls, trustProxyHops, lookUps: () => api?.lookUps ?? null }
  return [
    () => listen(createSiteServer(site).fetch, at('site')),
    () => listen(createDemoServer(folder('../../demo-pages/'), config.urls).fetch, at('demo')),
    async () => {
      api = await startApi(config, {
        widgetFolder: folder('../widget/'),
        appsFolder: folder('../apps/'),
        banksFolder: folder('../banks/'),
        fontsFolder: folder('../fonts/'),
        docsFolder: folder('../docs/'),
      })
      return api
    },
  ]
}

/** What the start and the signal know of each other: a signal during the start is answered by the start itself. */
interface SignalState {
  started: boolean
  ended: boolean
}

function endOnSignal(running: readonly Closable[], env: Environment): SignalState {
  const state: SignalState = { started: false, ended: false }
  const end = () => {
    if (state.ended) return
    state.ended = true
    if (state.started) void closeAll(running, CLOSE_DEADLINE_MS).then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  watchParent(env, end)
  return state
}

const closeAll = (running: readonly Closable[], deadlineMs: number): Promise<unknown> =>
  Promise.allSettled(running.map((one) => one.close(deadlineMs)))
