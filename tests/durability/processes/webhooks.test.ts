import { describe, expect, test } from 'vitest'
import { aWebhookEndpoint } from '../../support/a-webhook-endpoint'
import { callProcess } from '../../support/call-process'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { queryOnce } from '../../support/postgres/test-database'
import { startProcesses } from '../../support/start-processes'
import type { Processes } from '../../support/start-processes'
import { waitUntil } from '../../support/wait-until'
import { startWebhookReceiver } from '../../support/webhook-receiver'

const EVENTS = 500
const MEMBERS = 10
/** So many a process has on the way to one endpoint. */
const IN_HAND = 2
/** What a killed process had in hand is claimed for half a minute. */
const ARRIVE_MAX_MS = 120_000

/** Two processes, an owner's server, and members whose every change it is told of. */
async function open() {
  const both = await startProcesses({ env: { RATE_LIMIT_FACTOR: '10000' } })
  const receiver = await startWebhookReceiver()
  const tokens: string[] = []
  for (let member = 0; member < MEMBERS; member += 1) {
    const input = { email: `member${member}@example.com`, password: 'seven quiet otters' }
    tokens.push((await callProcess(both.one, 'signup', input)).data.tokens.accessToken)
  }
  await both.store.webhooks.insertEndpoint(aWebhookEndpoint({ url: receiver.url, events: ['member.updated'] }))
  return { both, receiver, tokens }
}

/** Each member changes again and again, by turns at both; whoever is gone is passed over. @returns what was answered 200 */
async function change({ one, other }: Processes, tokens: readonly string[]): Promise<string[]> {
  const done: string[] = []
  const changeOne = async (token: string, member: number): Promise<void> => {
    for (let count = 0; count < EVENTS / MEMBERS; count += 1) {
      const name = `${member} ${count}`
      const at = count % 2 === 0 ? one : other
      const input = { customFields: { 'first-name': name } }
      const answer = await callProcess(at, 'updateMember', input, { token }).catch(() => null)
      if (answer?.status === 200) done.push(name)
    }
  }
  await Promise.all(tokens.map(changeOne))
  return done
}

const waiting = async (databaseUrl: string): Promise<unknown> => {
  const statement = `select count(*)::int as waiting from webhook_deliveries where status = 'WAITING'`
  return (await queryOnce(databaseUrl, statement))[0]?.['waiting']
}

const noneWaits = ({ databaseUrl }: Processes) =>
  waitUntil('nothing is left to send', async () => (await waiting(databaseUrl)) === 0, ARRIVE_MAX_MS)

describe.runIf(hasPostgres)('of 500 changes at two processes', () => {
  test('an owner’s server is told of each once', async () => {
    const { both, receiver, tokens } = await open()
    const done = await change(both, tokens)
    expect(done).toHaveLength(EVENTS)
    await noneWaits(both)
    expect(receiver.received).toHaveLength(EVENTS)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(EVENTS)
  }, 600_000)

  test('it is told of each though one process is killed in the middle; only what was in hand may come twice', async () => {
    const { both, receiver, tokens } = await open()
    const changing = change(both, tokens)
    await waitUntil('it is told of some', () => receiver.received.length > 50)
    both.one.process.child.kill('SIGKILL')
    await both.one.process.ended
    const done = await changing
    expect(done.length).toBeGreaterThan(50)
    expect(done.length).toBeLessThan(EVENTS)
    await noneWaits(both)
    const told = receiver.received.map(({ text }) => text)
    for (const name of done) expect(told.some((text) => text.includes(`"${name}"`))).toBe(true)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(IN_HAND)
  }, 600_000)
})
