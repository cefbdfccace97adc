import { expect, test } from 'vitest'
import { purgeExpired } from '../../../../api/workers'
import type { Store } from '../../../support/repositories'
import { answer, consent, flow, now, openWithRows, owner } from '../../database/a-provider-flow'

/** Read at the original time: only its deletion ends it. */
const left = async (store: Store) => [
  await store.providerFlows.consume(flow, now),
  await store.providerAnswers.consume(answer, now),
  await store.connectTickets.consume('ticket', owner, now),
  await store.testConsents.consume(consent.codeDigest, now),
]

test.for([
  ['nothing that still counts', now + 999, 4],
  ['everything that counts no more', now + 1000, 0],
] as const)('the hourly purge deletes %s, and no connection', async ([, at, kept]) => {
  const store = await openWithRows()
  await purgeExpired({ store, clock: { now: () => at } })
  expect((await left(store)).filter((row) => row !== null)).toHaveLength(kept)
  expect(await store.providerConnections.listByMember('mem_sb_1')).toHaveLength(1)
})
