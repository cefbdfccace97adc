import type { Database } from './database/db'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createApp } from './app'
import { type Config, ConfigError, digestSettings } from './config'
import { openDatabaseProblem } from './database/errors'
import { adminHandlers, handlers, pages } from './endpoints'
import { sweepFiles } from './features/accounts/profile'
import { listApps } from './features/apps/repository'
import { type QuestionBanks, readBanks } from './features/assessments/question-bank'
import { loadSigning } from './features/credentials/issuer'
import { createDocumentFolder } from './features/docs/documents'
import { createWidgetScript } from './features/docs/widget-script'
import { warmPasskeys } from './features/passkeys/ceremony'
import { createSiteLookups, type SiteLookups } from './features/profiles/profile'
import { firstSetupUrl } from './features/staff/setup'
import { openVcApi } from './features/vc-api/issue'
import { sweepWorkSamples } from './features/work-samples/upload'
import { createConsolePage } from './http/console-page'
import { openLog } from './http/logging'
import type { Metrics } from './http/metrics'
import { version } from '../package.json'
import { createReadiness, startWithDatabase } from './http/readiness'
import { listen, type ListeningServer } from './http/server'
import { describeError } from './lib/errors'
import { pathOf } from './lib/folders'
import { openStore, unusableDatabase } from './open-store'
import { importApps } from './operations/import-apps'
import type { Services } from './http/services'
import { purgeExpired, startWorkers } from './workers'
import { createServices } from './services'

const PURGE_INTERVAL_MS = 60 * 60 * 1000
/** After the start: drawing libraries take a quarter of a second to load, and no request should wait for them. */
const LOAD_DOCUMENTS_AFTER_MS = 2_000
/** The app of the demo pages. */
const DEMO_APP = 'app_demo'

export interface StartApiOptions {
  /** Folder (path or file URL) that holds the built `membership.js`. */
  widgetFolder: string | URL
  /** Folder (path or file URL) of the app definitions. */
  appsFolder: string | URL
  /** Folder (path or file URL) of the question banks. */
  banksFolder: string | URL
  /** Folder (path or file URL) of the TrueType fonts that the build writes. */
  fontsFolder: string | URL
  /** Folder (path or file URL) of the documentation, in Markdown. */
  docsFolder: string | URL
  /** Folder (path or file URL) of the built console. */
  consoleFolder: string | URL
  /** The build changes while the server runs (`npm run dev`). */
  rebuilds?: boolean
  /** JSON lines on standard output by default. */
  log?: Logger
  /** Aborts a start, which may otherwise wait for its database indefinitely. */
  signal?: AbortSignal
}

export interface RunningApi {
  /** `http://<host>:<port>` */
  url: string
  /** Opens the console's setup, once; null once there is staff. */
  setupUrl: string | null
  lookUps: SiteLookups
  /** Fails `/ready` at once and serves for DRAIN_SECONDS, so that load balancers notice. Idempotent; `close` begins with it. */
  drain(): Promise<void>
  /**
   * Drains, stops accepting, finishes open requests and the mail being sent, closes the database. Idempotent.
   * @param deadlineMs then open requests are cut
   */
  close(deadlineMs: number): Promise<void>
}

/**
 * Waits for PostgreSQL while it is away: see `startWithDatabase`.
 * @throws {ConfigError} for an unusable port, database, data folder or app definition
 */
export async function startApi(config: Config, options: StartApiOptions): Promise<RunningApi> {
  const log = options.log ?? openLog(config)
  const metrics = await openMetrics(config.metricsToken)
  const banks = await openBanks(config.banksDir ?? options.banksFolder)
  const start = async (server: ListeningServer | null): Promise<RunningApi> => {
    const store = await openStore(config, { watch: metrics?.database })
    try {
      await importAll(store, options.appsFolder, config)
      return await serve(config, options, { store, banks, server }, { log, metrics })
    } catch (error) {
      await store.close()
      throw error
    }
  }
  return startWithDatabase(start, { config, log, signal: options.signal })
}

async function serve(
  config: Config,
  options: StartApiOptions,
  opened: { store: Database; banks: QuestionBanks; server: ListeningServer | null },
  watched: { log: Logger; metrics: Metrics | null },
): Promise<RunningApi> {
  const created = await createServices(config, options, opened, watched)
  const { services, issuer, ownWorkers } = created
  const vcApi = openVcApi(config, services)
  const readiness = createReadiness(services)
  const { metrics } = watched
  const files = openFolders(config, options)
  const app = createApp({ services, handlers, adminHandlers, pages, config, ...files, vcApi, readiness, metrics })
  const { host, trustProxyHops } = config
  const at = { host, port: config.ports.api, https: config.urls.api.startsWith('https:'), trustProxyHops }
  opened.server?.replaceHandler(app.fetch)
  const server = opened.server ?? (await listen(app.fetch, at))
  const workers = startWorkers({ ...services, issuer }, ownWorkers)
  const purge = schedulePurge(services)
  const loading = setTimeout(() => void loadLater(services), LOAD_DOCUMENTS_AFTER_MS).unref()
  services.securityLog.write('service-started', { subject: digestSettings(config) })
  let [draining, closing]: (Promise<void> | null)[] = [null, null]
  const drain = (): Promise<void> =>
    (draining ??= (async () => {
      services.securityLog.write('service-stopping')
      readiness.drain()
      await server.drain()
      await pause(config.drainSeconds * 1000)
    })())
  const close = async (deadlineMs: number): Promise<void> => {
    await drain()
    const end = services.clock.now() + deadlineMs
    clearInterval(purge)
    clearTimeout(loading)
    // Streams would hold the server open.
    services.channelWatch.stop()
    services.consoleEvents.stop()
    metrics?.stop()
    await server.close(deadlineMs)
    const graceMs = Math.max(0, end - services.clock.now())
    await Promise.all(workers.map((worker) => worker.stop(graceMs)))
    await created.close()
  }
  return {
    url: server.url,
    setupUrl: await firstSetupUrl(services),
    lookUps: createSiteLookups(services),
    drain,
    close: (deadlineMs) => (closing ??= close(deadlineMs)),
  }
}

function openFolders(config: Config, { widgetFolder, docsFolder, consoleFolder, rebuilds }: StartApiOptions) {
  const watch = config.development
  return {
    widgetScript: createWidgetScript({ folder: pathOf(widgetFolder), version, watch, rebuilds }),
    documents: createDocumentFolder(pathOf(docsFolder), config.servesDemoPages ? config.urls.demo : null),
    consolePage: createConsolePage({ folder: pathOf(consoleFolder), watch }),
  }
}

/** Without METRICS_TOKEN the library is not loaded. */
async function openMetrics(token: string | null): Promise<Metrics | null> {
  if (token === null) return null
  const { createPrometheusMetrics } = await import('./http/metrics')
  return createPrometheusMetrics()
}

async function openBanks(folder: string | URL): Promise<QuestionBanks> {
  try {
    return await readBanks(folder)
  } catch (error) {
    throw new ConfigError(`The question banks cannot be used: ${firstLine(error)}`, { cause: error })
  }
}

async function importAll(store: Database, folder: string | URL, config: Config): Promise<void> {
  try {
    // The demo app has public keys, so it is imported only with the demo pages. An existing one stays.
    await importApps(store, folder, config.servesDemoPages ? [] : [DEMO_APP])
  } catch (error) {
    if (openDatabaseProblem(error) !== null) throw unusableDatabase(config, error)
    throw new ConfigError(`The app definitions cannot be used: ${firstLine(error)}`, { cause: error })
  }
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
}

/** Libraries that no request should wait for. */
async function loadLater(services: Pick<Services, 'store' | 'documents'>): Promise<void> {
  await loadForTags(services)
  await warmPasskeys()
}

/** An installation without TrustTags saves the memory. Never rejects: a request loads what is missing. */
async function loadForTags({ store, documents }: Pick<Services, 'store' | 'documents'>): Promise<void> {
  const apps = await listApps(store).catch(() => [])
  if (!apps.some(({ trustTag }) => trustTag)) return
  await documents.load()
  await loadSigning().catch(() => {})
}

function schedulePurge(services: Services): NodeJS.Timeout {
  const purge = (): void => {
    purgeExpired(services).catch((error: unknown) =>
      services.log.error({ error: describeError(error) }, 'could not delete expired rows'),
    )
    Promise.all([sweepFiles(services), sweepWorkSamples(services)]).catch((error: unknown) =>
      services.log.error({ error: describeError(error) }, 'could not delete unused files'),
    )
  }
  purge()
  return setInterval(purge, PURGE_INTERVAL_MS).unref()
}
