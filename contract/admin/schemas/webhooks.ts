import * as v from 'valibot'
import { id } from '../../schemas/fields'
import { WEBHOOK_URL_MAX_CHARS } from '../../limits'
import { deliveryStatuses, sentEventNames, webhookEventNames } from '../../webhooks'
import type { adminWebhookEndpoints } from '../endpoints/webhooks'
import { listQuery } from './paging'
import type { SchemasFor } from '../../schemas/schema'

const url = v.pipe(
  v.string('invalid-field-type'),
  v.trim(),
  v.nonEmpty('required-field-missing'),
  v.maxLength(WEBHOOK_URL_MAX_CHARS, 'field-limit-exceeded'),
)

/** The events to send. Default: all. */
const events = v.pipe(
  v.array(v.picklist(webhookEventNames, 'invalid-field-value'), 'invalid-field-type'),
  v.transform((names) => [...new Set(names)]),
)

const endpoint = v.object({
  id: v.string(),
  url: v.string(),
  /** Empty: all. */
  events: v.array(v.picklist(webhookEventNames)),
  /** ISO 8601, UTC. Null: enabled. */
  disabledAt: v.nullable(v.string()),
  /** Until when the previous secret also signs; null: it no longer does. */
  previousSecretUntil: v.nullable(v.string()),
  createdAt: v.string(),
})
export type WebhookEndpoint = v.InferOutput<typeof endpoint>

/** The signing secret, shown only when it is created. */
const withSecret = v.object({ ...endpoint.entries, secret: v.string() })

const delivery = v.object({
  id: v.string(),
  endpointId: v.string(),
  status: v.picklist(deliveryStatuses),
  attempts: v.number(),
  /** Null: no further attempt. */
  nextAttemptAt: v.nullable(v.string()),
  lastStatusCode: v.nullable(v.number()),
  lastError: v.nullable(v.string()),
  deliveredAt: v.nullable(v.string()),
})

const message = v.object({
  id: v.string(),
  event: v.picklist(sentEventNames),
  createdAt: v.string(),
  deliveries: v.array(delivery),
})
export type WebhookMessage = v.InferOutput<typeof message>

const messageWithBody = v.object({
  ...message.entries,
  /** The body as sent. */
  body: v.object({
    event: v.picklist(sentEventNames),
    timestamp: v.number(),
    payload: v.record(v.string(), v.unknown()),
  }),
})

const nothing = v.object({})

export const adminWebhookSchemas = {
  listWebhookEndpoints: { input: nothing, output: v.array(endpoint) },
  addWebhookEndpoint: { input: v.object({ url, events: v.optional(events, []) }), output: withSecret },
  changeWebhookEndpoint: {
    input: v.object({
      url: v.optional(url),
      events: v.optional(events),
      /** False: events are sent again, pending ones first. */
      disabled: v.optional(v.boolean('invalid-field-type')),
    }),
    output: endpoint,
  },
  removeWebhookEndpoint: { input: nothing, output: v.object({ id: v.string() }) },
  rollWebhookSecret: { input: nothing, output: withSecret },
  testWebhookEndpoint: { input: nothing, output: message },
  /** Newest first. `endCursor` and `hasNextPage` are next to `data`. */
  listWebhookMessages: {
    input: listQuery({
      /** `endCursor` of the previous page. */
      after: v.optional(
        v.pipe(v.string('invalid-field-type'), v.regex(/^\d{1,15}\.\w{1,64}$/u, 'invalid-field-value')),
      ),
    }),
    output: v.array(message),
  },
  retrieveWebhookMessage: { input: nothing, output: messageWithBody },
  /** To one endpoint, or to all that accept such events. */
  replayWebhookMessage: { input: v.object({ endpointId: v.optional(id) }), output: message },
} satisfies SchemasFor<typeof adminWebhookEndpoints>
