import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../support/repositories'
import { tempFolder } from '../../support/temp-folder'
import { answer, consent, flow, now, openWithRows, owner, ticket } from './a-provider-flow'
import { openTestStore } from './open-test-store'

interface Kind {
  row: object
  take: (store: Store, at?: number) => Promise<object | null>
  /** Callers who must not get it. */
  others: Readonly<Record<string, (store: Store) => Promise<object | null>>>
  purge: (store: Store, at: number) => Promise<void>
}

/** Rows that reading uses up. */
const kinds: Readonly<Record<string, Kind>> = {
  'a way to a provider': {
    row: flow,
    take: ({ providerFlows }, at = now) => providerFlows.consume(flow, at),
    others: {
      'another state': ({ providerFlows }) => providerFlows.consume({ ...flow, stateDigest: 'x' }, now),
      'another browser’s secret': ({ providerFlows }) => providerFlows.consume({ ...flow, secretDigest: 'x' }, now),
    },
    purge: ({ providerFlows }, at) => providerFlows.deleteExpired(at),
  },
  'an answer': {
    row: answer,
    take: ({ providerAnswers }, at = now) => providerAnswers.consume(answer, at),
    others: {
      'another token': ({ providerAnswers }) => providerAnswers.consume({ ...answer, answerDigest: 'x' }, now),
      'another challenge': ({ providerAnswers }) => providerAnswers.consume({ ...answer, challenge: 'x' }, now),
      'another app': ({ providerAnswers }) => providerAnswers.consume({ ...answer, appId: 'app_trusttag' }, now),
      'the other mode': ({ providerAnswers }) => providerAnswers.consume({ ...answer, mode: 'live' }, now),
    },
    purge: ({ providerAnswers }, at) => providerAnswers.deleteExpired(at),
  },
  'a ticket': {
    row: ticket,
    take: ({ connectTickets }, at = now) => connectTickets.consume('ticket', owner, at),
    others: {
      'another ticket': ({ connectTickets }) => connectTickets.consume('x', owner, now),
      'another app': ({ connectTickets }) => connectTickets.consume('ticket', { ...owner, appId: 'app_trusttag' }, now),
      'the other mode': ({ connectTickets }) => connectTickets.consume('ticket', { ...owner, mode: 'live' }, now),
    },
    purge: ({ connectTickets }, at) => connectTickets.deleteExpired(at),
  },
  'a consent': {
    row: consent,
    take: ({ testConsents }, at = now) => testConsents.consume('code', at),
    others: { 'another code': ({ testConsents }) => testConsents.consume('x', now) },
    purge: ({ testConsents }, at) => testConsents.deleteExpired(at),
  },
}

describe.for(Object.entries(kinds))('%s', ([, { row, take, others, purge }]) => {
  test('comes back as it was stored, once', async () => {
    const store = await openWithRows()
    expect(await take(store)).toEqual(row)
    expect(await take(store)).toBeNull()
  })

  test.for(Object.entries(others))('is neither given to %s nor used up by it', async ([, takeAsOther]) => {
    const store = await openWithRows()
    expect(await takeAsOther(store)).toBeNull()
    expect(await take(store)).toEqual(row)
  })

  test('counts until its time is over', async () => {
    const store = await openWithRows()
    expect(await take(store, now + 1000)).toBeNull()
    expect(await take(store, now + 999)).toEqual(row)
  })

  test('goes when it has expired, and not before', async () => {
    const store = await openWithRows()
    await purge(store, now + 999)
    expect(await take(store)).toEqual(row)
    const other = await openWithRows()
    await purge(other, now + 1000)
    expect(await take(other)).toBeNull()
  })

  test('of two processes with one file only one gets it', async () => {
    const file = join(tempFolder(), 'membership.db')
    const [one, other] = [await openWithRows(file), await openTestStore(file)]
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => take(index % 2 ? one : other)))
    expect(results.filter((result) => result !== null)).toEqual([row])
  })
})
