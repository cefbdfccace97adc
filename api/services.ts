import type { Database, Db } from './database/db'
import type { Logger } from 'pino'
import { proofModes } from '../contract/proof-paths'
import type { Config } from './config'
import { openSharedLock } from './database/shared-lock'
import type { QueueState } from './database/transaction'
import { type AppAccounts, createAppAccounts } from './features/app-secrets/accounts'
import { createCredentialCipher, type CredentialCipher, readCredentialKeys } from './lib/credential-cipher'
import { createSenderRecords } from './features/app-secrets/test-mail'
import { openBreachedPasswords } from './features/accounts/breached-passwords'
import { createPasswordHasher } from './features/accounts/hasher'
import type { QuestionBanks } from './features/assessments/question-bank'
import { createCaptcha } from './features/captcha/hosted'
import { createProofOfWork } from './features/captcha/proof-of-work'
import { watchConsoleEvents } from './features/console-events'
import { pollChannels } from './features/comments/channel-watch'
import { listChannelVersions } from './features/comments/repository'
import { type KeyedIssuer, openIssuer, warnOfPlainKeys } from './features/credentials/issuer'
import { createImageEncoder } from './features/files/images'
import { watchDiskRoom } from './features/files/local'
import { openStorage } from './features/files/open-storage'
import { chooseMailers, createTestMailbox } from './features/mail/mailers'
import { createOutboxWorker } from './features/mail/outbox-worker'
import { createJobWorker } from './features/jobs/worker'
import { openMirror } from './features/mirror/airtable'
import { type TotpCipher, totpKeyOf } from './features/second-factor/totp'
import { choosePayments, stripeProviders } from './features/payments/providers'
import { chooseSocialProviders } from './features/social/choose-providers'
import { creditFulfilment } from './features/tag-purchases/fulfilment'
import { createTagDocuments } from './features/tags/documents/tag-documents'
import { createProofAlarm } from './features/tags/proof-alarm'
import { findLogHead, findNewestCosigned } from './features/transparency-log/repository'
import { restoreLogOrigin } from './features/transparency-log/tree'
import { openWitnesses } from './features/transparency-log/witness-worker'
import { openWebhooks } from './features/webhooks/worker'
import type { LogState, Metrics, MetricSources } from './http/metrics'
import { watchRateLimiter } from './http/rate-limits/limiter'
import { openRateLimiter } from './http/rate-limits/open'
import { openSecurityLog } from './http/security-log'
import { systemClock } from './lib/clock'
import { pathOf } from './lib/folders'
import { createHostedHtml } from './lib/html'
import { reasonOf } from './lib/errors'
import { createSecrets } from './lib/ids'
import type { Services } from './http/services'
import { createSoleWorkers, type Worker } from './workers'

export interface CreatedServices {
  services: Services
  issuer: KeyedIssuer
  ownWorkers: readonly Worker[]
  /** The database is closed last. */
  close(): Promise<void>
}

/** @param opened resources to close with the services */
export async function createServices(
  config: Config,
  { fontsFolder }: { fontsFolder: string | URL },
  { store: opened, banks }: { store: Database; banks: QuestionBanks },
  { log, metrics }: { log: Logger; metrics: Metrics | null },
): Promise<CreatedServices> {
  const [clock, secrets, cipher] = [systemClock, createSecrets(), openCipher(config)]
  const { store, worker: webhooks } = openWebhooks(config, { store: opened, secrets, clock, log, cipher })
  const mailers = chooseMailers(config, createTestMailbox(store, clock))
  const appAccounts = openAppAccounts(config, store, { cipher, mailers })
  const outbox = createOutboxWorker({ db: store, mailers, mailerOf: appAccounts.mailer, clock, log })
  const issuer = await openIssuer({ ...config, mayChangeOrigin: true }, store, clock)
  warnOfPlainKeys(config, log)
  const [limits, lock] = [await openRateLimiter(config, { clock, log }), openSharedLock(config)]
  const { worker: witnessing, ...witnessed } = openWitnesses(config, { store, issuer, clock, log })
  const securityLog = openSecurityLog(config, log, metrics)
  const breachedPasswords = await openBreachedPasswords(config.breachedPasswords, log)
  const services: Services = {
    store,
    ...createTools(),
    breachedPasswords,
    secrets,
    clock,
    rateLimiter: watchRateLimiter(limits.rateLimiter, { clock, count: (limit) => metrics?.limitPassed(limit) }),
    ...openCaptchas(config, { db: store, clock }),
    ...openFiles(config, lock),
    hasDiskRoom: watchOwnDisk(config),
    payments: createPayments(config, { store, clock, secrets, appAccounts }),
    appAccounts,
    totpCipher: createTotpCipher(config),
    socialProviders: chooseSocialProviders({ settings: config.social, store, secrets, clock, urls: config.urls }),
    banks,
    consoleEvents: watchConsoleEvents({ store, log }),
    channelWatch: pollChannels({ readVersions: (channels) => listChannelVersions(store, channels), log }),
    issuer,
    ...witnessed,
    documents: createTagDocuments(pathOf(fontsFolder)),
    mirror: openMirror(config.airtable, log),
    ...fromSettings(config, cipher),
    log,
    securityLog,
    mailWaiting: () => outbox.wake(),
    proofAlarm: createProofAlarm({ store, log, securityLog, secrets, clock, mailWaiting: () => outbox.wake() }),
    logGrew: () => witnessing.wake(),
  }
  await restoreLogOrigins(services)
  metrics?.setSources(metricSources(services))
  const ownWorkers = [outbox, witnessing, webhooks, createJobWorker(services), ...createSoleWorkers(services, lock)]
  return { services, issuer, ownWorkers, close: closerOf(store, limits, lock, breachedPasswords) }
}

/** A damaged log keeps the server from signing, not from starting. */
async function restoreLogOrigins(services: Services): Promise<void> {
  const { store, issuer, log } = services
  try {
    await restoreLogOrigin(store, issuer, (mode, origin) =>
      services.proofAlarm({ kind: 'log-origin-differs', mode, origin }),
    )
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'a public log of another origin could not be signed again')
  }
}

const fromSettings = (
  { storageLimits, assessmentPace, urls, console, development }: Config,
  webhookCipher: CredentialCipher,
) => ({
  storageLimits,
  assessmentPace,
  urls,
  console,
  webhooksToLoopback: development,
  webhookCipher,
})

/** Services that need no setting and no database. */
const createTools = () => ({
  hasher: createPasswordHasher(),
  images: createImageEncoder(),
  hostedHtml: createHostedHtml(),
  senderRecords: createSenderRecords(),
  fulfilment: creditFulfilment,
})

function openFiles(config: Config, { withLock }: Pick<Services['uploads'], 'withLock'>) {
  const { files, uploads } = openStorage(config)
  return { files, uploads: { ...uploads, withLock } }
}

const openCaptchas = ({ captcha }: Config, parts: Parameters<typeof createProofOfWork>[0]) => ({
  captcha: createCaptcha(captcha, parts),
  proofOfWork: createProofOfWork(parts),
})

/** A database server monitors its own disk. */
const watchOwnDisk = ({ databaseUrl, dataDir, keepsDiskReserve }: Config): Services['hasDiskRoom'] =>
  databaseUrl === null && keepsDiskReserve ? watchDiskRoom(dataDir) : async () => true

interface Closable {
  close(): Promise<void>
}

const closerOf =
  (store: Database, ...others: readonly (Closable | null)[]): (() => Promise<void>) =>
  async () => {
    await Promise.all(others.flatMap((one) => (one ? [one.close()] : [])))
    await store.close()
  }

const openCipher = (config: Config): CredentialCipher =>
  createCredentialCipher(readCredentialKeys(config, config.encryptionKey))

function openAppAccounts(
  { smtp, stripe }: Config,
  db: Database,
  { cipher, mailers }: { cipher: CredentialCipher; mailers: ReturnType<typeof chooseMailers> },
): AppAccounts {
  return createAppAccounts({
    db,
    cipher,
    stripeApiUrl: stripe.apiUrl,
    serverMail: smtp && { settings: smtp, mailers },
    serverWebhooks: (['test', 'live'] as const).filter((mode) => stripe.accounts[mode]?.webhookSecret),
  })
}

/** Null without a key: two-step verification by app is then not offered. */
function createTotpCipher(config: Config): TotpCipher | null {
  const keys = readCredentialKeys(config, config.encryptionKey)
  return keys.length === 0 ? null : createCredentialCipher(keys.map(totpKeyOf))
}

const createPayments = (
  { urls, stripe }: Config,
  { appAccounts, ...parts }: Pick<Services, 'store' | 'clock' | 'secrets' | 'appAccounts'>,
) => choosePayments({ ...parts, urls, stripe: stripeProviders(stripe), ofApp: appAccounts.payments })

const metricSources = ({ store }: Pick<Services, 'store'>): MetricSources => ({
  queues: (): Promise<QueueState[]> => store.queueStates(),
  logs: () => Promise.all(proofModes.map((mode) => readLog(store, mode))),
})

async function readLog(db: Db, mode: LogState['mode']): Promise<LogState> {
  const head = await findLogHead(db, mode)
  const cosigned = await findNewestCosigned(db, mode)
  const times = cosigned?.cosignatures.map(({ time }) => time) ?? []
  return { mode, size: head?.size ?? 0, witnessedAt: times.length > 0 ? Math.max(...times) * 1000 : null }
}
