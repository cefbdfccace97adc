import { pino } from 'pino'
import type { Logger } from 'pino'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCaptcha } from './adapters/captcha/create-captcha'
import { readBanks } from './adapters/banks/read-banks'
import { pollChannels } from './adapters/channel-watch/poll-channels'
import { systemClock } from './adapters/clock/system-clock'
import { importApps } from './adapters/database/import-apps'
import { openDatabase } from './adapters/database/open-database'
import { openDatabaseProblem } from './adapters/database/open-database-problem'
import { createImageEncoder } from './adapters/files/image-encoder'
import { createLocalFiles } from './adapters/files/local-files'
import { createLocalUploads } from './adapters/files/local-uploads'
import { openIssuer } from './adapters/issuer/open-issuer'
import { createHostedHtml } from './adapters/html/hosted-html'
import { chooseMailers } from './adapters/mail/choose-mailers'
import { createOutboxWorker } from './adapters/mail/outbox-worker'
import type { OutboxWorker } from './adapters/mail/outbox-worker'
import { createTestMailbox } from './adapters/mail/test-mailbox'
import { openMirror } from './adapters/mirror/open-mirror'
import { choosePayments } from './adapters/payments/choose-payments'
import { createTagPapers } from './adapters/papers/create-tag-papers'
import { stripeProviders } from './adapters/payments/stripe/stripe-providers'
import { chooseSocialProviders } from './adapters/oauth/choose-social-providers'
import { createPasswordHasher } from './adapters/password/argon2-hasher'
import { createMemoryRateLimiter } from './adapters/rate-limiter/memory-rate-limiter'
import { createSecrets } from './adapters/secrets/random-secrets'
import { startWorkers } from './adapters/start-workers'
import { openWebhooks } from './adapters/webhooks/open-webhooks'
import { openWitnesses } from './adapters/witness/open-witnesses'
import { openVcApi } from './adapters/vc-api/open-vc-api'
import { createApp } from './app'
import { ConfigError } from './config'
import type { Config } from './config'
import { filesUrl } from './domain/files/file-address'
import { sweepFiles } from './domain/files/sweep-files'
import { purgeExpired } from './domain/purge-expired'
import { sweepWorkSamples } from './domain/work-samples/sweep-work-samples'
import { handlers } from './handlers'
import { adminHandlers } from './handlers/admin'
import { describeError } from './http/describe-error'
import { createDocumentFolder } from './http/document-folder'
import { listen } from './http/listen'
import { packageVersion } from './http/package-version'
import { createSiteLookUps } from './http/site-look-ups'
import type { SiteLookUps } from './http/site-look-ups'
import { createWidgetScript } from './http/widget-script'
import { pages } from './pages'
import type { Services } from './ports/services'
import type { QuestionBanks } from './ports/trusttag/question-banks'
import type { Store } from './ports/store'

const PURGE_INTERVAL_MS = 60 * 60 * 1000

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
}

export interface RunningApi {
  /** Where it listens: `http://<host>:<port>`. */
  url: string
  lookUps: SiteLookUps
  /**
   * Stops accepting, finishes requests in flight and the mail in hand, closes the database. Safe to call twice.
   * @param deadlineMs after this time what is still open is cut
   */
  close(deadlineMs: number): Promise<void>
}

/**
 * Puts the adapters together and starts listening.
 * @throws {ConfigError} when the port is taken, or the data folder or an app definition cannot be used
 */
export async function startApi(config: Config, options: StartApiOptions): Promise<RunningApi> {
  const log = options.log ?? pino({ level: config.logLevel })
  const store = await openStore(config)
  try {
    await importAll(store, options.appsFolder, config.dataDir)
    const banks = await openBanks(options.banksFolder)
    return await serve(config, options, { store, banks }, log)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function serve(
  config: Config,
  options: StartApiOptions,
  { store: opened, banks }: { store: Store; banks: QuestionBanks },
  log: Logger,
): Promise<RunningApi> {
  const [clock, secrets] = [systemClock, createSecrets()]
  const { store, worker: webhooks } = openWebhooks(config, { store: opened, secrets, clock, log })
  const outbox = createOutbox(config, store, log)
  const issuer = await openIssuer(config, store, clock)
  const { worker: witnessing, ...witnessed } = openWitnesses(config, { store, issuer, clock, log })
  const services: Services = {
    store,
    hasher: createPasswordHasher(),
    secrets,
    clock,
    rateLimiter: createMemoryRateLimiter({ clock, factor: config.rateLimitFactor }),
    captcha: createCaptcha(config.captcha, { captchas: store.captchas, clock }),
    files: openFolder(config.dataDir, () => createLocalFiles(join(config.dataDir, 'files'))),
    images: createImageEncoder(),
    uploads: openFolder(config.dataDir, () => createLocalUploads({ folder: join(config.dataDir, 'work-samples') })),
    hostedHtml: createHostedHtml(),
    payments: choosePayments({ store, clock, secrets, urls: config.urls, stripe: stripeProviders(config.stripe) }),
    socialProviders: chooseSocialProviders({ settings: config.social, store, secrets, clock, urls: config.urls }),
    banks,
    channelWatch: pollChannels({ comments: store.comments, log }),
    issuer,
    ...witnessed,
    papers: createTagPapers(pathOf(options.fontsFolder)),
    mirror: openMirror(config.airtable, log),
    urls: config.urls,
    webhooksToLoopback: config.development,
    log,
    mailWaiting: () => outbox.wake(),
    logGrew: () => witnessing.wake(),
  }
  const folder = pathOf(options.widgetFolder)
  const widgetScript = createWidgetScript({ folder, version: packageVersion, watch: config.development })
  const documents = createDocumentFolder(pathOf(options.docsFolder), config.urls.demo)
  const vcApi = openVcApi(config, services)
  const app = createApp({ services, handlers, adminHandlers, pages, config, widgetScript, documents, vcApi })
  const server = await listen(app.fetch, { host: config.host, port: config.ports.api })
  const workers = startWorkers({ ...services, issuer }, [outbox, witnessing, webhooks])
  const purge = schedulePurge(services)
  let closing: Promise<void> | null = null
  const close = async (deadlineMs: number): Promise<void> => {
    const end = clock.now() + deadlineMs
    clearInterval(purge)
    // Streams would hold the server open.
    services.channelWatch.stop()
    await server.close(deadlineMs)
    const graceMs = Math.max(0, end - clock.now())
    await Promise.all(workers.map((worker) => worker.stop(graceMs)))
    await store.close()
  }
  return {
    url: server.url,
    lookUps: createSiteLookUps(services),
    close: (deadlineMs) => (closing ??= close(deadlineMs)),
  }
}

/** Mails leave by the mail server, or land in the test mailbox. */
const createOutbox = (config: Config, store: Store, log: Logger): OutboxWorker =>
  createOutboxWorker({
    outbox: store.outbox,
    mailers: chooseMailers(config, createTestMailbox(store.mailbox, systemClock)),
    clock: systemClock,
    log,
  })

async function openStore({ dataDir, urls }: Config): Promise<Store> {
  try {
    return await openDatabase({ file: join(dataDir, 'membership.db'), filesUrl: filesUrl(urls) })
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

function openFolder<T>(dataDir: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

async function openBanks(folder: string | URL): Promise<QuestionBanks> {
  try {
    return await readBanks(folder)
  } catch (error) {
    throw new ConfigError(`The question banks cannot be used: ${firstLine(error)}`, { cause: error })
  }
}

async function importAll(store: Store, folder: string | URL, dataDir: string): Promise<void> {
  try {
    await importApps(store, folder)
  } catch (error) {
    if (openDatabaseProblem(error) !== null) throw unusable(dataDir, error)
    throw new ConfigError(`The app definitions cannot be used: ${firstLine(error)}`, { cause: error })
  }
}

function unusable(dataDir: string, error: unknown): ConfigError {
  const reason = openDatabaseProblem(error) ?? firstLine(error)
  return new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${reason}`, { cause: error })
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

function pathOf(folder: string | URL): string {
  return typeof folder === 'string' ? folder : fileURLToPath(folder)
}
