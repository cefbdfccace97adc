import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from '../../api/config'
import type { Config, ReadOptions } from '../../api/config'
import { unknownSettings } from '../../api/config/unknown-settings'
import { listen } from '../../api/http/server'
import { startApi } from '../../api/start-api'
import type { RunningApi } from '../../api/start-api'
import { createDemoServer, createSiteServer } from './sites'
import { watchParent } from './watch-parent'

/** Requests in flight get so long to finish after a signal. */
const CLOSE_DEADLINE_MS = 10_000

type Environment = Readonly<Record<string, string | undefined>>

interface Closable {
  /** Goes on serving until the load balancer knows that it ends. */
  drain(): Promise<void>
  close(deadlineMs: number): Promise<void>
}

/**
 * Serves the site, the API and, where they are wanted, the demo pages from one process, until SIGTERM or SIGINT; then
 * finishes requests in flight and exits with 0. This file is bundled to dist/server/serve.js, so folders are found from there.
 * @param env see `readConfig`
 * @param options `production`: for others, so nothing that is for development is taken
 * @returns 1 after a printed line for each setting or port that cannot be used; else nothing, and the process goes on
 */
export async function serve(env: Environment, options: ReadOptions = {}): Promise<number | void> {
  const running: Closable[] = []
  // Before the first server listens: a signal may follow its first answer at once.
  const signal = endOnSignal(running, env)
  try {
    for (const line of unknownSettings(env)) console.warn(line)
    const config = readConfig(env, options)
    for (const start of starters(config, signal.aborting.signal)) {
      running.push(await start())
      if (signal.ended) return closeAll(running, CLOSE_DEADLINE_MS).then(() => 0)
    }
    signal.started = true
    // In production what reads standard output reads the log, and nothing else.
    process[options.production ? 'stderr' : 'stdout'].write(`${urlTable(config)}\n`)
  } catch (error) {
    await closeAll(running, 0)
    // What the start was waiting for would keep the process.
    if (signal.ended) process.exit(0)
    const isOurs = error instanceof ConfigError
    console.error(isOurs ? error.message : error)
    // Leftovers of a failed start would keep the process alive: it would serve nothing and never be restarted.
    if (!isOurs) process.exit(1)
    return 1
  }
}

function starters(config: Config, signal: AbortSignal): (() => Promise<Closable>)[] {
  const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const { urls, trustProxyHops } = config
  const at = (part: 'site' | 'demo') => {
    return { host: config.host, port: config.ports[part], part, https: urls[part].startsWith('https:') }
  }
  let api: RunningApi | null = null
  const site = { folder: folder('../site/'), urls, trustProxyHops, lookUps: () => api?.lookUps ?? null }
  return [
    () => listen(createSiteServer(site).fetch, at('site')),
    ...(config.servesDemoPages
      ? [() => listen(createDemoServer(folder('../../demo-pages/'), config.urls).fetch, at('demo'))]
      : []),
    async () => {
      api = await startApi(config, {
        widgetFolder: folder('../widget/'),
        appsFolder: folder('../apps/'),
        banksFolder: folder('../banks/'),
        fontsFolder: folder('../fonts/'),
        docsFolder: folder('../docs/'),
        signal,
      })
      return api
    },
  ]
}

/** What the start and the signal know of each other: a signal during the start is answered by the start itself. */
interface SignalState {
  started: boolean
  ended: boolean
  /** Ends a start that may wait for its database for long. */
  aborting: AbortController
}

function endOnSignal(running: readonly Closable[], env: Environment): SignalState {
  const state: SignalState = { started: false, ended: false, aborting: new AbortController() }
  const end = () => {
    if (state.ended) return
    state.ended = true
    state.aborting.abort()
    if (state.started) void closeAll(running, CLOSE_DEADLINE_MS).then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  watchParent(env, end)
  return state
}

/** The site serves on while the API drains: a load balancer sees both under one name. */
async function closeAll(running: readonly Closable[], deadlineMs: number): Promise<void> {
  await Promise.allSettled(running.map((one) => one.drain()))
  await Promise.allSettled(running.map((one) => one.close(deadlineMs)))
}

/** The addresses a person wants after a start, as lines for the terminal. */
export function urlTable(config: Pick<Config, 'urls' | 'development' | 'servesDemoPages'>): string {
  const { urls, development, servesDemoPages } = config
  const rows: (readonly [string, string])[] = [
    ['TrustTag site', urls.site],
    ['API', urls.api],
    ['Widget script', `${urls.api}/membership.js`],
    ...(servesDemoPages ? [['Demo pages', urls.demo] as const] : []),
    ...(development ? [['Test mailbox', `${urls.api}/dev/mailbox`] as const] : []),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const table = rows.map(([name, url]) => `  ${name.padEnd(width)}  ${url}`)
  return ['', ...table, '', ...(development ? ['  Ctrl+C stops it.', ''] : [])].join('\n')
}
