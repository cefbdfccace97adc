import { toWebhookEndpoint, toWebhookMessage } from '../../api/features/webhooks/serializers'
import { addEndpoint, removeEndpoint, rollSecret } from '../../api/features/webhooks/endpoints'
import { replayMessage } from '../../api/features/webhooks/messages'
import { isWebhookEvent, webhookEventNames } from '../../contract/webhooks'
import type { WebhookEvent } from '../../contract/webhooks'
import { UsageError } from '../command'
import { escapeControlChars } from '../escape'
import { task, verb } from './verb'

/** The newest; the admin API lists all. */
const MESSAGES = 50
const SHOWN_ONCE = 'The secret is shown only now. Whoever receives the webhooks checks them with it.'

const add = verb({
  name: 'webhooks add',
  positionals: ['<url>'],
  options: { events: { type: 'string', value: 'a,b', summary: 'these alone' } },
  summary: 'sends events there from now on, and shows the secret once',
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
  summary: 'where events are sent',
  run: () =>
    task(async ({ store, clock }, { appId, mode }) => {
      const rows = await store.webhooks.listEndpoints(appId, mode)
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
  summary: 'sends nothing there any more; what waits is dropped',
  run: ({ words: [id = ''] }) =>
    task(async (services, owner) => {
      await removeEndpoint(services, owner, id)
      services.securityLog.write('webhook-changed', { ...owner, subject: id })
      return { data: { removed: id }, lines: ['The endpoint is removed.'] }
    }),
})

const roll = verb({
  name: 'webhooks roll',
  positionals: ['<id>'],
  summary: 'gives an endpoint a new secret and shows it once; the old one signs too for a day',
  run: ({ words: [id = ''] }) =>
    task(async (services, owner) => {
      const row = await rollSecret(services, owner, id)
      services.securityLog.write('webhook-secret-changed', { ...owner, subject: row.id })
      const data = { ...toWebhookEndpoint(row, services.clock.now()), secret: row.secret }
      return {
        data,
        lines: [row.secret, SHOWN_ONCE, `The one before signs besides until ${data.previousSecretUntil}.`],
      }
    }),
})

const messages = verb({
  name: 'webhooks messages',
  summary: 'what was sent and what waits, newest first',
  run: () =>
    task(async ({ store: { webhooks } }, { appId, mode }) => {
      const rows = await webhooks.listMessages(appId, mode, MESSAGES, null)
      const shown = await Promise.all(rows.map((row) => toWebhookMessage(webhooks, row)))
      const lines = shown.flatMap(({ id, event, createdAt, deliveries }) => [
        `${id}  ${createdAt}  ${event}`,
        ...deliveries.map(
          ({ endpointId, status, attempts, lastError }) =>
            `  ${endpointId}  ${status.toLowerCase()}, ${attempts} tried${lastError ? `: ${escapeControlChars(lastError)}` : ''}`,
        ),
      ])
      return { data: { messages: shown }, lines: lines.length > 0 ? lines : ['Nothing was sent yet.'] }
    }),
})

const replay = verb({
  name: 'webhooks replay',
  positionals: ['<id>'],
  summary: 'sends a message again, to every endpoint that takes such events',
  run: ({ words: [id = ''] }) =>
    task(async (services, owner) => {
      const row = await replayMessage(services, owner, id)
      const data = await toWebhookMessage(services.store.webhooks, row)
      const waiting = data.deliveries.filter(({ status }) => status === 'WAITING').length
      return { data, lines: [`The message is in line for ${waiting === 1 ? '1 endpoint' : `${waiting} endpoints`}.`] }
    }),
})

/** Where events are sent. */
export const webhookVerbs = [add, list, remove, roll, messages, replay]

/** @throws {UsageError} for an unknown event */
function readEvents(text = ''): WebhookEvent[] {
  const names = text.split(',').flatMap((name) => name.trim() || [])
  const wrong = names.find((name) => !isWebhookEvent(name))
  if (wrong !== undefined)
    throw new UsageError(`There is no event ${JSON.stringify(wrong)}. There are: ${webhookEventNames.join(', ')}.`)
  return [...new Set(names.filter(isWebhookEvent))]
}
