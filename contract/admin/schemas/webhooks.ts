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

/** Which events; none named: all. */
const events = v.pipe(
  v.array(v.picklist(webhookEventNames, 'invalid-field-value'), 'invalid-field-type'),
  v.transform((names) => [...new Set(names)]),
)

const endpoint = v.object({
  id: v.string(),
  url: v.string(),
  /** Empty: all. */
  events: v.array(v.picklist(webhookEventNames)),
  /** Times are ISO 8601, UTC. Null: it works. */
  disabledAt: v.nullable(v.string()),
  /** Until when the secret before this one signs besides; null: it does not. */
  previousSecretUntil: v.nullable(v.string()),
  createdAt: v.string(),
})
export type WebhookEndpoint = v.InferOutput<typeof endpoint>

/** With what signs. It is shown when it is made, and never again. */
const withSecret = v.object({ ...endpoint.entries, secret: v.string() })

const delivery = v.object({
  id: v.string(),
  endpointId: v.string(),
  status: v.picklist(deliveryStatuses),
  attempts: v.number(),
  /** Null: it is over. */
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
  /** As it is sent. */
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
      /** False: events are sent again, first those that wait. */
      disabled: v.optional(v.boolean('invalid-field-type')),
    }),
    output: endpoint,
  },
  removeWebhookEndpoint: { input: nothing, output: v.object({ id: v.string() }) },
  rollWebhookSecret: { input: nothing, output: withSecret },
  testWebhookEndpoint: { input: nothing, output: message },
  /** Newest first. Beside `data` stand `endCursor` and `hasNextPage`. */
  listWebhookMessages: {
    input: listQuery({
      /** `endCursor` of the page before. */
      after: v.optional(
        v.pipe(v.string('invalid-field-type'), v.regex(/^\d{1,15}\.\w{1,64}$/u, 'invalid-field-value')),
      ),
    }),
    output: v.array(message),
  },
  retrieveWebhookMessage: { input: nothing, output: messageWithBody },
  /** To one endpoint, or to every one that takes such events. */
  replayWebhookMessage: { input: v.object({ endpointId: v.optional(id) }), output: message },
} satisfies SchemasFor<typeof adminWebhookEndpoints>
