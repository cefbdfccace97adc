import type { Logger } from 'pino'
import { readBanks } from './features/assessments/question-bank'
import { importApps } from './adapters/database/import-apps'
import { openDatabaseProblem } from './adapters/database/open-database-problem'
import { openStore, unusableDatabase } from './adapters/database/open-store'
import { openLog } from './adapters/log/open-log'
import { openMetrics } from './adapters/metrics/open-metrics'
import { digestSettings } from './adapters/security-log/digest-settings'
import { startWorkers } from './adapters/start-workers'
import { openVcApi } from './features/vc-api/issue'
import { createApp } from './app'
import { createServices } from './create-services'
import { ConfigError } from './config'
import type { Config } from './config'
import { sweepFiles } from './features/files/open-storage'
import { purgeExpired } from './domain/purge-expired'
import { sweepWorkSamples } from './features/work-samples/upload'
import { handlers } from './handlers'
import { adminHandlers } from './handlers/admin'
import { describeError } from './http/describe-error'
import { createDirectAnswers } from './http/direct-answers'
import { createDocumentFolder } from './features/docs/document-folder'
import { listen } from './http/listen'
import type { ListeningServer } from './http/listen'
import { packageVersion } from './http/package-version'
import { createReadiness } from './http/readiness'
import { createSiteLookUps } from './http/site-look-ups'
import type { SiteLookUps } from './http/site-look-ups'
import { startWithDatabase } from './http/wait-for-database'
import { createWidgetScript } from './features/docs/widget-script'
import { pages } from './pages'
import { pathOf } from './path-of'
import { setTimeout as pause } from 'node:timers/promises'
import type { Metrics } from './ports/metrics'
import type { Services } from './ports/services'
import type { QuestionBanks } from './features/assessments/question-bank'
import type { Store } from './ports/store'

const PURGE_INTERVAL_MS = 60 * 60 * 1000
/** What the demo pages use. */
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
  /** Where log lines go; by default JSON lines on standard output. */
  log?: Logger
  /** Ends a start that is under way: it may wait for its database for days. */
  signal?: AbortSignal
}

export interface RunningApi {
  /** Where it listens: `http://<host>:<port>`. */
  url: string
  lookUps: SiteLookUps
  /**
   * Says `not ready` at once and goes on serving for DRAIN_SECONDS, so that whoever sends requests here learns of it. Safe
   * to call twice; `close` begins with it.
   */
  drain(): Promise<void>
  /**
   * After draining, stops accepting, finishes requests in flight and the mail in hand, closes the database. Safe to call twice.
   * @param deadlineMs after this time what is still open is cut
   */
  close(deadlineMs: number): Promise<void>
}

/**
 * Puts the adapters together and starts listening. While PostgreSQL is away it waits, and says so: see `startWithDatabase`.
 * @throws {ConfigError} when the port is taken, or the database, the data folder or an app definition cannot be used
 */
export async function startApi(config: Config, options: StartApiOptions): Promise<RunningApi> {
  const log = options.log ?? openLog(config)
  const metrics = await openMetrics(config)
  const banks = await openBanks(options.banksFolder)
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
  opened: { store: Store; banks: QuestionBanks; server: ListeningServer | null },
  watched: { log: Logger; metrics: Metrics | null },
): Promise<RunningApi> {
  const created = await createServices(config, options, opened, watched)
  const { services, issuer, ownWorkers } = created
  const folder = pathOf(options.widgetFolder)
  const widgetScript = createWidgetScript({ folder, version: packageVersion, watch: config.development })
  const documents = createDocumentFolder(pathOf(options.docsFolder), config.servesDemoPages ? config.urls.demo : null)
  const vcApi = openVcApi(config, services)
  const readiness = createReadiness(services)
  const { metrics } = watched
  const watching = { readiness, metrics }
  const app = createApp({
    services,
    handlers,
    adminHandlers,
    pages,
    config,
    widgetScript,
    documents,
    vcApi,
    ...watching,
  })
  const direct = createDirectAnswers({ services, handlers, trustProxyHops: config.trustProxyHops, metrics })
  const { host, trustProxyHops } = config
  const at = { host, port: config.ports.api, https: config.urls.api.startsWith('https:'), trustProxyHops }
  opened.server?.replaceHandler(app.fetch, direct)
  const server = opened.server ?? (await listen(app.fetch, at, direct))
  const workers = startWorkers({ ...services, issuer }, ownWorkers)
  const purge = schedulePurge(services)
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
    // Streams would hold the server open.
    services.channelWatch.stop()
    await server.close(deadlineMs)
    const graceMs = Math.max(0, end - services.clock.now())
    await Promise.all(workers.map((worker) => worker.stop(graceMs)))
    await created.close()
  }
  return {
    url: server.url,
    lookUps: createSiteLookUps(services),
    drain,
    close: (deadlineMs) => (closing ??= close(deadlineMs)),
  }
}

async function openBanks(folder: string | URL): Promise<QuestionBanks> {
  try {
    return await readBanks(folder)
  } catch (error) {
    throw new ConfigError(`The question banks cannot be used: ${firstLine(error)}`, { cause: error })
  }
}

async function importAll(store: Store, folder: string | URL, config: Config): Promise<void> {
  try {
    // Its keys are known to everybody: it comes with the pages that need it. One that is there stays.
    await importApps(store, folder, config.servesDemoPages ? [] : [DEMO_APP])
  } catch (error) {
    if (openDatabaseProblem(error) !== null) throw unusableDatabase(config, error)
    throw new ConfigError(`The app definitions cannot be used: ${firstLine(error)}`, { cause: error })
  }
}

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
}

function schedulePurge(services: Services): NodeJS.Timeout {
  const purge = (): void => {
    purgeExpired(services).catch((error: unknown) =>
      services.log.error({ error: describeError(error) }, 'expired rows could not be deleted'),
    )
    Promise.all([sweepFiles(services), sweepWorkSamples(services)]).catch((error: unknown) =>
      services.log.error({ error: describeError(error) }, 'files that belong to nobody could not be removed'),
    )
  }
  purge()
  return setInterval(purge, PURGE_INTERVAL_MS).unref()
}
