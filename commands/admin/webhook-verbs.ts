import { isWebhookEvent, webhookEventNames } from '../../contract/webhooks'
import type { WebhookEvent } from '../../contract/webhooks'
import { addEndpoint, removeEndpoint, rollSecret } from '../../api/features/webhooks/endpoints'
import { replayMessage } from '../../api/features/webhooks/messages'
import { toWebhookEndpoint, toWebhookMessage } from '../../api/features/webhooks/serializers'
import { UsageError } from '../terminal/parse-arguments'
import { harmless } from '../terminal/harmless'
import type { Outcome, Verb, Verbs } from './verb'

/** The newest; the admin API has all of them. */
const MESSAGES = 50
const SHOWN_ONCE = 'The secret is shown only now. Whoever receives the webhooks checks them with it.'

const add: Verb = {
  usage: 'add <url> [--events a,b]',
  what: 'sends events there from now on (all of them when none are named), and shows the secret once',
  options: ['events'],
  async run(services, owner, { words, options }) {
    const url = only(words, 'webhooks add https://…')
    const row = await addEndpoint(services, owner, { url, events: readEvents(options['events']) })
    services.securityLog.write('webhook-changed', { ...owner, subject: row.id })
    const data = { ...toWebhookEndpoint(row, services.clock.now()), secret: row.secret }
    return { data, lines: [`${row.id}  ${row.url}`, row.secret, SHOWN_ONCE] }
  },
}

const list: Verb = {
  usage: 'list',
  what: 'where events are sent',
  async run({ store, clock }, { appId, mode }) {
    const rows = await store.webhooks.listEndpoints(appId, mode)
    const endpoints = rows.map((row) => toWebhookEndpoint(row, clock.now()))
    const lines = endpoints.map(
      ({ id, url, events, disabledAt }) =>
        `${id}  ${disabledAt ? `disabled ${disabledAt}` : events.join(', ') || 'all events'}  ${harmless(url)}`,
    )
    return { data: { endpoints }, lines: lines.length > 0 ? lines : ['No webhooks yet.'] }
  },
}

const remove: Verb = {
  usage: 'remove <id>',
  what: 'sends nothing there any more; what waits is dropped',
  async run(services, owner, { words }) {
    const id = only(words, 'webhooks remove whe_…')
    await removeEndpoint(services, owner, id)
    services.securityLog.write('webhook-changed', { ...owner, subject: id })
    return { data: { removed: id }, lines: ['The endpoint is removed.'] }
  },
}

const roll: Verb = {
  usage: 'roll <id>',
  what: 'gives an endpoint a new secret and shows it once; the old one signs besides for a day',
  async run(services, owner, { words }) {
    const row = await rollSecret(services, owner, only(words, 'webhooks roll whe_…'))
    services.securityLog.write('webhook-secret-changed', { ...owner, subject: row.id })
    const data = { ...toWebhookEndpoint(row, services.clock.now()), secret: row.secret }
    return { data, lines: [row.secret, SHOWN_ONCE, `The one before signs besides until ${data.previousSecretUntil}.`] }
  },
}

const messages: Verb = {
  usage: 'messages',
  what: 'what was sent and what waits, newest first',
  async run({ store: { webhooks } }, { appId, mode }) {
    const rows = await webhooks.listMessages(appId, mode, MESSAGES, null)
    const shown = await Promise.all(rows.map((row) => toWebhookMessage(webhooks, row)))
    const lines = shown.flatMap(({ id, event, createdAt, deliveries }) => [
      `${id}  ${createdAt}  ${event}`,
      ...deliveries.map(
        ({ endpointId, status, attempts, lastError }) =>
          `  ${endpointId}  ${status.toLowerCase()}, ${attempts} tried${lastError ? `: ${harmless(lastError)}` : ''}`,
      ),
    ])
    return { data: { messages: shown }, lines: lines.length > 0 ? lines : ['Nothing was sent yet.'] }
  },
}

const replay: Verb = {
  usage: 'replay <id>',
  what: 'sends a message again, to everybody who takes such events',
  async run(services, owner, { words }): Promise<Outcome> {
    const row = await replayMessage(services, owner, only(words, 'webhooks replay msg_…'))
    const data = await toWebhookMessage(services.store.webhooks, row)
    const waiting = data.deliveries.filter(({ status }) => status === 'WAITING').length
    return { data, lines: [`The message is in line for ${waiting === 1 ? '1 endpoint' : `${waiting} endpoints`}.`] }
  },
}

/** @throws UsageError unless there is exactly one word */
function only(words: readonly string[], example: string): string {
  const [word = ''] = words
  if (word === '' || words.length > 1) throw new UsageError(`Name one: ${example}`)
  return word
}

/** @throws UsageError for a name that is no event's */
function readEvents(text = ''): WebhookEvent[] {
  const names = text.split(',').flatMap((name) => name.trim() || [])
  const wrong = names.find((name) => !isWebhookEvent(name))
  if (wrong !== undefined)
    throw new UsageError(`There is no event ${JSON.stringify(wrong)}. There are: ${webhookEventNames.join(', ')}.`)
  return [...new Set(names.filter(isWebhookEvent))]
}

/** Where events are sent. */
export const webhookVerbs: Verbs = { add, list, remove, roll, messages, replay }
