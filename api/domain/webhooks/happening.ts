import type { WebhookEvent } from '../../../contract/webhooks'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { AppDefinition } from '../app-definition'

/** Something that an owner may want to know. */
export interface Happening extends OwnerScope {
  event: WebhookEvent
  /** What is told of it. It is asked for only where somebody listens. */
  payload: (app: AppDefinition) => Record<string, unknown>
}
