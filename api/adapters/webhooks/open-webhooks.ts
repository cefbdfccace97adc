import { withWebhookEvents } from '../../domain/webhooks/with-webhook-events'
import type { Services } from '../../ports/services'
import type { Store } from '../../ports/store'
import { createWebhookSender } from './send-webhook'
import { createWebhookWorker } from './webhook-worker'
import type { WebhookWorker } from './webhook-worker'

export interface OpenWebhooks {
  /** The same store; what is done with it is told. */
  store: Store
  /** Sends it, once it is started. */
  worker: WebhookWorker
}

/** @param settings.development whether webhooks may go to this machine */
export function openWebhooks(
  { development }: { development: boolean },
  parts: Pick<Services, 'store' | 'secrets' | 'clock' | 'log'>,
): OpenWebhooks {
  const worker = createWebhookWorker({ ...parts, send: createWebhookSender({ loopback: development }) })
  const store = withWebhookEvents(parts.store, { ...parts, webhooksWaiting: () => worker.wake() })
  return { store, worker }
}
