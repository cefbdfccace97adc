import type { Logger } from 'pino'
import { createCaptcha } from './features/captcha/hosted'
import { createProofOfWork } from './features/captcha/proof-of-work'
import { pollChannels } from './features/comments/channel-watch'
import { listChannelVersions } from './features/comments/repository'
import { systemClock } from './adapters/clock/system-clock'
import { watchDiskRoom } from './features/files/local'
import { openStorage } from './features/files/open-storage'
import { createImageEncoder } from './features/files/images'
import type { KeyedIssuer } from './features/credentials/issuer'
import { openIssuer, warnOfPlainKeys } from './features/credentials/issuer'
import { createHostedHtml } from './adapters/html/hosted-html'
import { chooseMailers, createTestMailbox } from './features/mail/mailers'
import { createOutboxWorker } from './features/mail/outbox'
import type { OutboxWorker } from './features/mail/outbox'
import { watchRateLimiter } from './adapters/metrics/watch-rate-limiter'
import { metricSources } from './adapters/metrics/metric-sources'
import { openMirror } from './features/mirror/airtable'
import { choosePayments, stripeProviders } from './features/payments/providers'
import { createTagPapers } from './features/tags/documents/tag-documents'
import { chooseSocialProviders } from './features/social/choose-providers'
import { createPasswordHasher } from './features/accounts/hasher'
import { openRateLimiter } from './adapters/rate-limiter/open-rate-limiter'
import { createSecrets } from './adapters/secrets/random-secrets'
import { openSecurityLog } from './adapters/security-log/open-security-log'
import { createSoleWorkers } from './adapters/start-workers'
import type { Worker } from './adapters/start-workers'
import { openTurns } from './adapters/turns/open-turns'
import { openWebhooks } from './features/webhooks/worker'
import { openWitnesses } from './features/transparency-log/open-witnesses'
import type { Config } from './config'
import { createProofAlarm } from './features/tags/proof-alarm'
import { pathOf } from './path-of'
import type { Metrics } from './ports/metrics'
import type { Services } from './ports/services'
import type { QuestionBanks } from './features/assessments/question-bank'
import type { Store } from './ports/store'

export interface CreatedServices {
  services: Services
  issuer: KeyedIssuer
  /** Those that work on what a port keeps: they are started with the rest. */
  ownWorkers: readonly Worker[]
  /** Gives back what was opened, the database last. */
  close(): Promise<void>
}

/**
 * Puts an adapter behind every port.
 * @param opened what every process needs before anything else; it is closed with the rest
 */
export async function createServices(
  config: Config,
  { fontsFolder }: { fontsFolder: string | URL },
  { store: opened, banks }: { store: Store; banks: QuestionBanks },
  { log, metrics }: { log: Logger; metrics: Metrics | null },
): Promise<CreatedServices> {
  const [clock, secrets] = [systemClock, createSecrets()]
  const { store, worker: webhooks } = openWebhooks(config, { store: opened, secrets, clock, log })
  const outbox = createOutbox(config, store, log)
  const issuer = await openIssuer(config, store, clock)
  warnOfPlainKeys(config, log)
  const limits = await openRateLimiter(config, { clock, log })
  const turns = openTurns(config)
  const { files, uploads } = openStorage(config)
  const { worker: witnessing, ...witnessed } = openWitnesses(config, { store, issuer, clock, log })
  const securityLog = openSecurityLog(config, log, metrics)
  const mailWaiting = () => outbox.wake()
  const services: Services = {
    store,
    hasher: createPasswordHasher(),
    secrets,
    clock,
    rateLimiter: watchRateLimiter(limits.rateLimiter, { clock, count: (limit) => metrics?.limitPassed(limit) }),
    captcha: createCaptcha(config.captcha, { captchas: store.captchas, clock }),
    proofOfWork: createProofOfWork({ captchas: store.captchas, clock }),
    files,
    uploads: { ...uploads, inTurn: turns.inTurn },
    storageLimits: config.storageLimits,
    // A database server watches its own disk.
    hasDiskRoom: config.databaseUrl === null ? watchDiskRoom(config.dataDir) : async () => true,
    images: createImageEncoder(),
    hostedHtml: createHostedHtml(),
    payments: choosePayments({ store, clock, secrets, urls: config.urls, stripe: stripeProviders(config.stripe) }),
    socialProviders: chooseSocialProviders({ settings: config.social, store, secrets, clock, urls: config.urls }),
    banks,
    channelWatch: pollChannels({ readVersions: (channels) => listChannelVersions(store, channels), log }),
    issuer,
    ...witnessed,
    papers: createTagPapers(pathOf(fontsFolder)),
    mirror: openMirror(config.airtable, log),
    urls: config.urls,
    webhooksToLoopback: config.development,
    log,
    securityLog,
    mailWaiting,
    proofAlarm: createProofAlarm({ store, log, securityLog, secrets, clock, mailWaiting }),
    logGrew: () => witnessing.wake(),
  }
  const close = async (): Promise<void> => {
    await Promise.all([limits.close(), turns.close()])
    await store.close()
  }
  metrics?.setSources(metricSources(services))
  const ownWorkers = [outbox, witnessing, webhooks, ...createSoleWorkers(services, turns)]
  return { services, issuer, ownWorkers, close }
}

/** Mails leave by the mail server, or land in the test mailbox. */
const createOutbox = (config: Config, store: Store, log: Logger): OutboxWorker =>
  createOutboxWorker({
    outbox: store.outbox,
    mailers: chooseMailers(config, createTestMailbox(store.mailbox, systemClock)),
    clock: systemClock,
    log,
  })
