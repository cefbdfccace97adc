import { CONSOLE_PATH } from '../../contract/admin/console-session'
import { fileURLToPath } from 'node:url'
import { ConfigError, portSettings, readConfig } from '../../api/config'
import type { Config, ReadOptions } from '../../api/config'
import { unknownSettings } from '../../api/config/reader'
import { listen } from '../../api/http/server'
import { startApi } from '../../api/start-api'
import type { RunningApi, StartApiOptions } from '../../api/start-api'
import { createDemoServer, createSiteServer } from './sites'
import { watchParent } from './watch-parent'

/** For requests in flight after a signal. */
const CLOSE_DEADLINE_MS = 10_000

type Environment = Readonly<Record<string, string | undefined>>

interface Closable {
  /** Keeps serving until the load balancer has noticed the shutdown. */
  drain(): Promise<void>
  close(deadlineMs: number): Promise<void>
}

/**
 * Serves site, API and optional demo pages from one process until SIGTERM or SIGINT, then finishes requests in flight
 * and exits with 0. Bundled to dist/server/serve.js: folder paths are relative to that.
 * @param env see `readConfig`
 * @param options `production` refuses development settings
 * @returns 1 after printing each unusable setting or port; otherwise the process keeps running
 */
export async function serve(env: Environment, options: ReadOptions = {}): Promise<number | void> {
  const running: Closable[] = []
  // A signal may follow the first response at once.
  const signal = endOnSignal(running, env)
  try {
    for (const line of unknownSettings(env)) console.warn(line)
    const config = readConfig(env, options)
    const opened: { api: RunningApi | null } = { api: null }
    const rebuilds = env['npm_lifecycle_event'] === 'dev'
    for (const start of starters(config, { signal: signal.aborting.signal, rebuilds }, opened)) {
      running.push(await start())
      if (signal.ended) return closeAll(running, CLOSE_DEADLINE_MS).then(() => 0)
    }
    signal.started = true
    // In production stdout is for the log only.
    process[options.production ? 'stderr' : 'stdout'].write(`${urlTable(config, opened.api?.setupUrl ?? null)}\n`)
  } catch (error) {
    await closeAll(running, 0)
    // Pending work of the start would keep the process alive.
    if (signal.ended) process.exit(0)
    const isOurs = error instanceof ConfigError
    console.error(isOurs ? error.message : error)
    // Leftovers of a failed start would keep a process alive that serves nothing and is never restarted.
    if (!isOurs) process.exit(1)
    return 1
  }
}

function starters(
  config: Config,
  options: Pick<StartApiOptions, 'signal' | 'rebuilds'>,
  opened: { api: RunningApi | null },
): (() => Promise<Closable>)[] {
  const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const { urls, trustProxyHops } = config
  const at = (part: 'site' | 'demo') => {
    const portSetting = portSettings[part]
    return { host: config.host, port: config.ports[part], portSetting, https: urls[part].startsWith('https:') }
  }
  const site = { folder: folder('../site/'), urls, trustProxyHops, lookUps: () => opened.api?.lookUps ?? null }
  return [
    () => listen(createSiteServer(site).fetch, at('site')),
    ...(config.servesDemoPages
      ? [() => listen(createDemoServer(folder('../../demo-pages/'), config.urls).fetch, at('demo'))]
      : []),
    async () => {
      opened.api = await startApi(config, {
        widgetFolder: folder('../widget/'),
        appsFolder: folder('../apps/'),
        banksFolder: folder('../banks/'),
        fontsFolder: folder('../fonts/'),
        docsFolder: folder('../docs/'),
        consoleFolder: folder('../console/'),
        ...options,
      })
      return opened.api
    },
  ]
}

/** A signal during the start is handled by the start itself. */
interface SignalState {
  started: boolean
  ended: boolean
  /** Aborts a start that is waiting for its database. */
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

/** The site keeps serving while the API drains: a load balancer sees both under one name. */
async function closeAll(running: readonly Closable[], deadlineMs: number): Promise<void> {
  await Promise.allSettled(running.map((one) => one.drain()))
  await Promise.allSettled(running.map((one) => one.close(deadlineMs)))
}

/** @param setupUrl of the console, while it has no staff */
export function urlTable(
  config: Pick<Config, 'urls' | 'development' | 'servesDemoPages' | 'console'>,
  setupUrl: string | null,
): string {
  const { urls, development, servesDemoPages } = config
  const rows: (readonly [string, string])[] = [
    ['TrustTag site', urls.site],
    ['API', urls.api],
    ['Widget script', `${urls.api}/membership.js`],
    ...(config.console.enabled ? [['Console', `${urls.api}${CONSOLE_PATH}`] as const] : []),
    ...(setupUrl === null ? [] : [['Set up the console', setupUrl] as const]),
    ...(servesDemoPages ? [['Demo pages', urls.demo] as const] : []),
    ...(development ? [['Test mailbox', `${urls.api}/dev/mailbox`] as const] : []),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const table = rows.map(([name, url]) => `  ${name.padEnd(width)}  ${url}`)
  return ['', ...table, '', ...(development ? ['  Ctrl+C stops it.', ''] : [])].join('\n')
}
