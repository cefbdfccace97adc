import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../api/database/open-database'
import { withRepositories } from '../../support/repositories'
import type { Store } from '../../support/repositories'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'
import { importApps } from '../../../api/operations/import-apps'
import { aWebhookEndpoint } from '../../support/a-webhook-endpoint'
import { putMails } from '../../support/put-mails'

/** Later than everything queued. */
const NOW = Date.now() + 3_600_000
const UNTIL = NOW + 60_000
const COUNT = 30

type Claims = Pick<Store, 'outbox' | 'mirrorJobs' | 'webhooks'>

interface Work {
  put: (store: Store) => Promise<void>
  /** Ids of the claimed rows. */
  claim: (claims: Claims, limit: number) => Promise<string[]>
}

const works: Record<string, Work> = {
  mails: {
    put: (store) => putMails(store, COUNT),
    claim: async ({ outbox }, limit) => (await outbox.claimDue(NOW, UNTIL, limit)).map(({ id }) => id),
  },
  'records to mirror': {
    put: async ({ mirrorJobs }) => {
      const job = { appId: 'app_demo', mode: 'test' as const, kind: 'signup' as const, attempts: 0, createdAt: NOW }
      for (let number = 0; number < COUNT; number += 1)
        await mirrorJobs.insert({ ...job, id: `job_${number}`, recordId: `rec_${number}`, nextAttemptAt: NOW })
    },
    claim: async ({ mirrorJobs }, limit) => (await mirrorJobs.claimDue(NOW, UNTIL, limit)).map(({ id }) => id),
  },
  webhooks: {
    put: async ({ webhooks }) => {
      await webhooks.insertEndpoint(aWebhookEndpoint())
      for (let number = 0; number < COUNT; number += 1) await putWebhook(webhooks, number)
    },
    claim: async ({ webhooks }, limit) =>
      (await webhooks.claimDue(NOW, UNTIL, limit, [])).map(({ delivery }) => delivery.id),
  },
}

async function putWebhook(webhooks: Store['webhooks'], number: number): Promise<void> {
  const messageId = `msg_${number}`
  await webhooks.insertMessage({
    id: messageId,
    appId: 'app_demo',
    mode: 'test',
    event: 'member.created',
    body: '{}',
    createdAt: NOW,
  })
  await webhooks.insertDelivery({
    id: `whd_${number}`,
    messageId,
    endpointId: 'whe_one',
    status: 'WAITING',
    attempts: 0,
    nextAttemptAt: NOW,
    lastStatusCode: null,
    lastError: null,
    deliveredAt: null,
  })
}

test.runIf(hasPostgres).each(Object.entries(works))(
  'two processes that look for %s at the same moment claim different rows, and together all that are due',
  async (_, { put, claim }) => {
    const { url } = await createTestDatabase()
    const open = async () => withRepositories(await openPostgres({ url }))
    const [one, other] = [await open(), await open()]
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    await importApps(one, new URL('../../../api/apps/', import.meta.url))
    await put(one)
    // SKIP LOCKED: rows in an uncommitted claim of the other process are skipped, without waiting.
    const first = await one.transaction(async (repositories) => {
      const mine = await claim(repositories, 5)
      const theirs = await claim(other, 5)
      expect([mine.length, theirs.length]).toEqual([5, 5])
      return [...mine, ...theirs]
    })
    const rest = await Promise.all(
      Array.from({ length: COUNT - 10 }, (_none, turn) => claim(turn % 2 ? one : other, 1)),
    )
    const all = [...first, ...rest.flat()]
    expect(all).toHaveLength(COUNT)
    expect(new Set(all).size).toBe(COUNT)
    expect(await claim(one, 10)).toEqual([])
  },
)
