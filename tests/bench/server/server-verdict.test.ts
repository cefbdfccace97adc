import { expect, test } from 'vitest'
import type { LoadFigures } from './measure-load'
import { medianRound } from './measure-rounds'
import type { ServerRound } from './measure-rounds'
import { serverBudgets } from './server-budgets'
import { budgetTable, rateTable } from './server-tables'
import { serverVerdict } from './server-verdict'

const load = (perSecond: number): LoadFigures => ({ perSecond, p50: 1, p99: 2, processorUs: 50 })

/** Each figure exactly at its budget, except for the changes. */
function roundOf({
  reads = 1,
  signIns = 1,
  bare = 1,
  postgres = 1,
}: { reads?: number; signIns?: number; bare?: number; postgres?: number } = {}): ServerRound {
  const turn = {
    ours: load(1_000 * reads),
    peer: load(1_000 / serverBudgets.readsToPeer.atLeast),
    bare: load((1_000 / serverBudgets.readsToBare.atLeast) * bare),
    postgres: load(1_000 * reads * serverBudgets.readsOnPostgres.atLeast * postgres),
  }
  const signedIn = { ours: load(100 * signIns), peer: load(100 / serverBudgets.signInsToPeer.atLeast) }
  return medianRound({ reads: [turn], signIns: [signedIn] })
}

const missed = (round: ServerRound, startMs: number = serverBudgets.startMs.atMost) =>
  serverVerdict(round, startMs)
    .filter(({ kept }) => !kept)
    .map(({ what }) => what)

test('a figure exactly at its budget passes, and a slightly worse one fails only that budget', () => {
  expect(missed(roundOf())).toEqual([])
  expect(missed(roundOf({ signIns: 0.99 }))).toEqual(['sign-ins / better-auth'])
  expect(missed(roundOf({ bare: 1.01 }))).toEqual(['session reads / bare node:http'])
  expect(missed(roundOf({ reads: 0.99, bare: 0.99 }))).toEqual(['session reads / better-auth'])
  expect(missed(roundOf({ postgres: 0.99 }))).toEqual(['session reads on PostgreSQL / on SQLite'])
  expect(missed(roundOf(), serverBudgets.startMs.atMost + 1)).toEqual(['start to first answer'])
})

test('the tables show the figures, the budget, and the failure', () => {
  const lines = serverVerdict(roundOf({ signIns: 0.5 }), 600)
  expect(budgetTable(lines)).toContainEqual(['sign-ins / better-auth', '2.00 ×', 'at least 4.00 ×', 'MISSED'])
  expect(budgetTable(lines)).toContainEqual(['start to first answer', '600 ms', 'at most 1000 ms', 'kept'])
  expect(rateTable(roundOf())[3]).toEqual(['bare node:http', '2000 / s', '50 µs', '', '', ''])
})

test('a ratio is the median of the ratios per turn, not a ratio of figures from different turns', () => {
  const turn = (ours: number, other: number) => ({ ours: load(ours), peer: load(other), bare: load(other) })
  // The machine was slow in the second turn, and for our server at the end of the third.
  const { ratios, reads } = medianRound({
    reads: [turn(900, 1_000), turn(450, 500), turn(500, 1_000)],
    signIns: [{ ours: load(8), peer: load(2) }],
  })
  expect(ratios).toEqual({ readsToPeer: 0.9, readsToBare: 0.9, signInsToPeer: 4, readsOnPostgres: null })
  expect([reads.ours.perSecond, reads.bare.perSecond]).toEqual([500, 1_000])
})
