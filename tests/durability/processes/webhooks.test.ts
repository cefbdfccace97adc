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
/** Concurrent deliveries of one process to one endpoint. */
const IN_HAND = 2
/** Deliveries of a killed process stay claimed this long. */
const CLAIM_MS = 30_000
const ARRIVE_MAX_MS = 120_000

/** Two processes, and an owner's server that gets every change of some members. */
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

/** Each member changes repeatedly, at both in turn; a failed process is skipped. @returns the bodies of 200 responses */
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

const waiting = async (databaseUrl: string): Promise<number> => {
  const statement = `select count(*)::int as waiting from webhook_deliveries where status = 'WAITING'`
  return Number((await queryOnce(databaseUrl, statement))[0]?.['waiting'])
}

const atMostWait = ({ databaseUrl }: Processes, count: number) =>
  waitUntil('so few are left to send', async () => (await waiting(databaseUrl)) <= count, ARRIVE_MAX_MS)

/** Ends the claims of the killed process, which the other one would otherwise wait for. */
const endClaimsBefore = ({ databaseUrl }: Processes, killedAt: number) =>
  queryOnce(
    databaseUrl,
    `update webhook_deliveries set next_attempt_at = 0
     where status = 'WAITING' and next_attempt_at <= ${killedAt + CLAIM_MS}`,
  )

describe.runIf(hasPostgres)('of 500 changes at two processes', () => {
  test('an owner’s server receives each once', async () => {
    const { both, receiver, tokens } = await open()
    const done = await change(both, tokens)
    expect(done).toHaveLength(EVENTS)
    await atMostWait(both, 0)
    expect(receiver.received).toHaveLength(EVENTS)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(EVENTS)
  }, 600_000)

  test('it receives each though one process is killed in the middle; only deliveries in progress may come twice', async () => {
    const { both, receiver, tokens } = await open()
    const changing = change(both, tokens)
    await waitUntil('it is told of some', () => receiver.received.length > 50)
    both.one.process.child.kill('SIGKILL')
    await both.one.process.ended
    const killedAt = Date.now()
    const done = await changing
    expect(done.length).toBeGreaterThan(50)
    expect(done.length).toBeLessThan(EVENTS)
    await atMostWait(both, IN_HAND)
    await endClaimsBefore(both, killedAt)
    await atMostWait(both, 0)
    const told = receiver.received.map(({ text }) => text)
    for (const name of done) expect(told.some((text) => text.includes(`"${name}"`))).toBe(true)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(IN_HAND)
  }, 600_000)
})
