import { expect, test } from 'vitest'
import { createDatabaseKeys } from '../../../api/features/credentials/keys'
import { createIssuer } from '../../../api/features/credentials/issuer'
import { callProcess } from '../../support/call-process'
import { logFaults } from '../../support/log-faults'
import { completedAttempt } from '../../support/open-work-samples'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { startProcesses } from '../../support/start-processes'

const MEMBERS = 4
const EACH = 6
const app = { app: 'app_trusttag', key: 'pk_sb_trusttag' }
const customFields = { 'first-name': 'Ada', 'last-name': 'Lovelace', phone: '5550100' }

/** Retry like a user after "temporarily unavailable": too many requests wanted the log at once. */
async function untilAnswered(at: { url: string }, attemptId: string, token: string): Promise<string> {
  for (;;) {
    const answer = await callProcess(at, 'issueTag', { attemptId, holderName: 'Ada Lovelace' }, { ...app, token })
    if (answer.status !== 503) return answer.data.trustTagId
  }
}

test.runIf(hasPostgres)(
  'two processes that issue TrustTags at once spend each credit once and write one complete log; both show every TrustTag',
  async () => {
    const { one, other, store } = await startProcesses({ env: { RATE_LIMIT_FACTOR: '100' } })
    const wishes: { attemptId: string; token: string }[] = []
    for (let number = 0; number < MEMBERS; number += 1) {
      const input = { email: `holder${number}@example.com`, password: 'seven quiet otters', customFields }
      const { member, tokens } = (await callProcess(one, 'signup', input, app)).data
      for (let each = 0; each < EACH; each += 1) {
        const attemptId = await completedAttempt({ store, clock: Date }, member.id)
        wishes.push({ attemptId, token: tokens.accessToken })
        await store.credits.insert({
          id: `crd_${number}_${each}`,
          appId: app.app,
          mode: 'test',
          memberId: member.id,
          purchaseId: null,
          tagId: null,
          status: 'AVAILABLE',
          createdAt: 1,
          changedAt: 1,
        })
      }
    }
    // Everyone calls both, like a double click that reaches two machines.
    const asked = wishes.flatMap(({ attemptId, token }) =>
      [one, other].map((at) => untilAnswered(at, attemptId, token)),
    )
    const ids = new Set(await Promise.all(asked))
    expect(ids.size).toBe(wishes.length)
    for (const token of new Set(wishes.map((wish) => wish.token)))
      for (const at of [one, other])
        expect((await callProcess(at, 'listTags', {}, { ...app, token })).data.tags).toHaveLength(EACH)

    const issuer = await createIssuer({
      // The processes use the first one's URL.
      origin: one.url.replace('127.0.0.1', 'localhost'),
      keys: createDatabaseKeys(store, null),
      now: () => 0,
    })
    expect(await logFaults(store.log, 'test', issuer.logKeys('test'))).toEqual([])
    const left = await Promise.all(wishes.map(({ attemptId }) => store.tags.findByAttempt(attemptId)))
    expect(new Set(left.map((tag) => tag?.creditId)).size).toBe(wishes.length)
  },
  600_000,
)
