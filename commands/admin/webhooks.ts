import {
  addEndpoint,
  removeEndpoint,
  rollSecret,
  toWebhookEndpoint,
  toWebhookMessage,
} from '../../api/features/webhooks/endpoints'
import { replayMessage } from '../../api/features/webhooks/messages'
import { isWebhookEvent, webhookEventNames } from '../../contract/webhooks'
import type { WebhookEvent } from '../../contract/webhooks'
import { UsageError } from '../command'
import { escapeControlChars } from '../terminal'
import { task, verb } from './verb'
import { listWebhookEndpoints, listWebhookMessages } from '../../api/features/webhooks/repository'

/** Only the newest; the admin API lists all. */
const MESSAGES = 50
const SHOWN_ONCE = 'The secret is shown only once. The receiver needs it to verify webhooks.'

const add = verb({
  name: 'webhooks add',
  positionals: ['<url>'],
  options: { events: { type: 'string', value: 'a,b', summary: 'only these events' } },
  summary: 'adds an endpoint for events and shows its secret once',
  run({ words: [url = ''], values }) {
    const events = readEvents(values.events)
    return task(async (services, owner) => {
      const row = await addEndpoint(services, owner, { url, events })
      services.securityLog.write('webhook-changed', { ...owner, subject: row.id })
      const data = { ...toWebhookEndpoint(row, services.clock.now()), secret: row.secret }
      return { data, lines: [`${row.id}  ${row.url}`, row.secret, SHOWN_ONCE] }
    })
  },
})

const list = verb({
  name: 'webhooks list',
  summary: 'lists the endpoints',
  run: () =>
    task(async ({ store, clock }, { appId, mode }) => {
      const rows = await listWebhookEndpoints(store, appId, mode)
      const endpoints = rows.map((row) => toWebhookEndpoint(row, clock.now()))
      const lines = endpoints.map(
        ({ id, url, events, disabledAt }) =>
          `${id}  ${disabledAt ? `disabled ${disabledAt}` : events.join(', ') || 'all events'}  ${escapeControlChars(url)}`,
      )
      return { data: { endpoints }, lines: lines.length > 0 ? lines : ['No webhooks yet.'] }
    }),
})

const remove = verb({
  name: 'webhooks remove',
  positionals: ['<id>'],
  summary: 'removes an endpoint; pending deliveries are dropped',
  run: ({ words: [id = ''] }) =>
    task(async (services, owner) => {
      await removeEndpoint(services, owner, id)
      services.securityLog.write('webhook-changed', { ...owner, subject: id })
      return { data: { removed: id }, lines: ['The endpoint was removed.'] }
    }),
})

const roll = verb({
  name: 'webhooks roll',
  positionals: ['<id>'],
  summary: 'creates a new secret for an endpoint and shows it once; the old one stays valid for a day',
  run: ({ words: [id = ''] }) =>
    task(async (services, owner) => {
      const row = await rollSecret(services, owner, id)
      services.securityLog.write('webhook-secret-changed', { ...owner, subject: row.id })
      const data = { ...toWebhookEndpoint(row, services.clock.now()), secret: row.secret }
      return {
        data,
        lines: [
          row.secret,
          SHOWN_ONCE,
          `Webhooks are also signed with the previous secret until ${data.previousSecretUntil}.`,
        ],
      }
    }),
})

const messages = verb({
  name: 'webhooks messages',
  summary: 'lists sent and pending messages, newest first',
  run: () =>
    task(async ({ store }, { appId, mode }) => {
      const rows = await listWebhookMessages(store, { appId, mode }, MESSAGES, null)
      const shown = await Promise.all(rows.map((row) => toWebhookMessage(store, row)))
      const lines = shown.flatMap(({ id, event, createdAt, deliveries }) => [
        `${id}  ${createdAt}  ${event}`,
        ...deliveries.map(
          ({ endpointId, status, attempts, lastError }) =>
            `  ${endpointId}  ${status.toLowerCase()}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${lastError ? `: ${escapeControlChars(lastError)}` : ''}`,
        ),
      ])
      return { data: { messages: shown }, lines: lines.length > 0 ? lines : ['No messages yet.'] }
    }),
})

const replay = verb({
  name: 'webhooks replay',
  positionals: ['<id>'],
  summary: 'sends a message again to every endpoint that accepts its event',
  run: ({ words: [id = ''] }) =>
    task(async (services, owner) => {
      const row = await replayMessage(services, owner, id)
      const data = await toWebhookMessage(services.store, row)
      const waiting = data.deliveries.filter(({ status }) => status === 'WAITING').length
      return { data, lines: [`The message is queued for ${waiting === 1 ? '1 endpoint' : `${waiting} endpoints`}.`] }
    }),
})

export const webhookVerbs = [add, list, remove, roll, messages, replay]

/** @throws {UsageError} for an unknown event */
function readEvents(text = ''): WebhookEvent[] {
  const names = text.split(',').flatMap((name) => name.trim() || [])
  const wrong = names.find((name) => !isWebhookEvent(name))
  if (wrong !== undefined)
    throw new UsageError(`Unknown event ${JSON.stringify(wrong)}. Use one of: ${webhookEventNames.join(', ')}.`)
  return [...new Set(names.filter(isWebhookEvent))]
}
