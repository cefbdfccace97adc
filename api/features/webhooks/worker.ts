import { createWorkerPool, type WorkerPool } from '../../lib/concurrency'
import { reasonOf } from '../../lib/errors'
import type { Database } from '../../database/db'
import type { Services } from '../../http/services'
import type { CredentialCipher } from '../../lib/credential-cipher'
import { attemptDelivery, type AttemptServices, createWebhookSender } from './delivery'
import { sealStoredSecrets } from './endpoints'
import { claimDueDeliveries, type DueDelivery, updateWebhookDelivery } from './repository'
import { withWebhookEvents } from './track-changes'

const POLL_MS = 5_000
/** Collects what one request queued, and lets its response go first. */
const WAKE_DELAY_MS = 50

/** Messages sent at a time. */
const WORKERS = 40
/** Workers for one endpoint: a slow one delays only itself. */
const WORKERS_PER_ENDPOINT = 2
const ATTEMPT_MAX_MS = 15_000
/** Longer than an attempt; afterwards, another process may send the message. */
const CLAIM_MS = 30_000

interface OpenWebhooks {
  /** Its writes of members and teams emit webhooks. */
  store: Database
  worker: WebhookWorker
}

/** Connects the store with its worker. @param settings.development allows webhooks to this machine */
export function openWebhooks(
  { development }: { development: boolean },
  parts: Pick<Services, 'store' | 'secrets' | 'clock' | 'log'> & { cipher: CredentialCipher },
): OpenWebhooks {
  const worker = createWebhookWorker({ ...parts, send: createWebhookSender({ loopback: development }) })
  const store = withWebhookEvents(parts.store, { ...parts, webhooksWaiting: () => worker.wake() })
  return { store, worker }
}

interface WebhookWorker {
  /**
   * Encrypts secrets that an older version stored unencrypted, sends what is due now, and polls for retries and for deliveries of killed
   * processes.
   */
  start(): void
  /** Polls soon, because a delivery was queued. */
  wake(): void
  /** Resolves when every due delivery was tried once. */
  drain(): Promise<void>
  /** Finishes running attempts. @param graceMs then they are aborted; their deliveries stay due */
  stop(graceMs: number): Promise<void>
}

/** Delivers messages at least once, even if this process or the receiver fails in between. */
export function createWebhookWorker(options: DeliveryOptions): WebhookWorker {
  const workers = createDeliveryPool(options)
  let timer: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  return {
    start() {
      timer ??= setInterval(workers.start, POLL_MS).unref()
      workers.start()
      void sealAll(options)
    },
    wake() {
      if (workers.isStopped() || waking) return
      waking = setTimeout(() => {
        waking = undefined
        workers.start()
      }, WAKE_DELAY_MS).unref()
    },
    async drain() {
      // The second pass is for deliveries queued when every worker had just found none.
      for (let pass = 0; pass < 2; pass += 1) {
        workers.start()
        await workers.ended()
      }
    },
    async stop(graceMs) {
      clearInterval(timer)
      clearTimeout(waking)
      await workers.stop(graceMs)
    },
  }
}

async function sealAll({ store, cipher, log }: DeliveryOptions): Promise<void> {
  try {
    for (const { id, appId, mode } of (await sealStoredSecrets(store, cipher)).unreadable)
      log.error({ endpoint: id, app: appId, mode }, 'the signing secret of a webhook endpoint cannot be decrypted')
  } catch (error) {
    log.error({ reason: reasonOf(error) }, 'could not encrypt the signing secrets of webhooks')
  }
}

export interface DeliveryOptions extends AttemptServices {
  attemptMaxMs?: number
}

function createDeliveryPool(options: DeliveryOptions): WorkerPool {
  const { log, attemptMaxMs = ATTEMPT_MAX_MS } = options
  const claims = createClaims(options)
  return createWorkerPool<DueDelivery>({
    size: WORKERS,
    attemptMaxMs,
    claim: claims.next,
    attempt: (due, attempt) => attemptDelivery(options, due, attempt).finally(() => claims.leave(due)),
    fail: (error) => log.error({ reason: reasonOf(error) }, 'could not send webhooks'),
  })
}

/** Claims deliveries for endpoints below their limit. Claims are serial, so that the count stays valid. */
function createClaims({ store, clock }: DeliveryOptions) {
  const running = new Map<string, number>()
  let queue: Promise<unknown> = Promise.resolve()

  const claim = async (isStopped: () => boolean): Promise<DueDelivery | undefined> => {
    if (isStopped()) return undefined
    const now = clock.now()
    const busy = [...running].flatMap(([id, count]) => (count >= WORKERS_PER_ENDPOINT ? [id] : []))
    const [due] = await claimDueDeliveries(store, { now, claimUntil: now + CLAIM_MS, limit: 1, except: busy })
    if (!due) return undefined
    if (isStopped()) {
      await updateWebhookDelivery(store, due.delivery.id, { nextAttemptAt: now })
      return undefined
    }
    running.set(due.endpoint.id, (running.get(due.endpoint.id) ?? 0) + 1)
    return due
  }
  return {
    next: (isStopped: () => boolean): Promise<DueDelivery | undefined> => {
      const claimed = queue.then(() => claim(isStopped))
      queue = claimed.catch(() => {})
      return claimed
    },
    leave: ({ endpoint: { id } }: DueDelivery): void => {
      const left = (running.get(id) ?? 1) - 1
      if (left > 0) running.set(id, left)
      else running.delete(id)
    },
  }
}
