import type { LoadFigures } from './measure-load'
import type { PostgresFigures } from './measure-postgres'
import type { ServerRound } from './measure-rounds'
import type { WaitingFigures } from './measure-waiting'
import { contenderNames } from './open-contenders'
import type { Contenders } from './open-contenders'
import { CONCURRENCIES } from './server-budgets'
import type { ServerLine } from './server-verdict'

const names = { ours: 'ours', peer: 'better-auth', bare: 'bare node:http' } as const satisfies Record<
  keyof Contenders,
  string
>

const rate = ({ perSecond }: LoadFigures): string => `${perSecond.toFixed(perSecond < 100 ? 1 : 0)} / s`
const cost = ({ processorUs }: LoadFigures): string => (processorUs === null ? '' : `${processorUs.toFixed(0)} µs`)
const waits = ({ p50, p99 }: LoadFigures): string => `${p50} / ${p99}`
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
const bytesOf = (bytes: number | null): string => (bytes === null ? '' : `${bytes.toFixed(0)} B`)

export const budgetTable = (lines: readonly ServerLine[]): string[][] => [
  ['', 'measured', 'budget', ''],
  ...lines.map(({ what, measured, budget, kept }) => [what, measured, budget, kept ? 'kept' : 'MISSED']),
]

/** Processor time of the server's process per request, on all its threads. */
export function rateTable({ reads, signIns }: Pick<ServerRound, 'reads' | 'signIns'>): string[][] {
  const signInCells = (name: keyof Contenders): string[] =>
    name === 'bare' ? ['', ''] : [rate(signIns[name]), cost(signIns[name])]
  return [
    ['', 'session reads', 'processor each', 'sign-ins', 'processor each', ''],
    ...contenderNames.map((name) => [names[name], rate(reads[name]), cost(reads[name]), ...signInCells(name), '']),
  ]
}

/** Median and 99th percentile. */
export const waitingTable = (figures: Record<keyof Contenders, WaitingFigures>): string[][] => [
  ['p50 / p99', ...CONCURRENCIES.map((connections) => `${connections} at once`), 'while others sign in', ''],
  ...contenderNames.map((name) => [names[name], ...waitingCells(figures[name])]),
]

const waitingCells = ({ alone, besideSignIns }: WaitingFigures): string[] => [
  ...alone.map(({ figures }) => waits(figures)),
  besideSignIns === null ? '' : waits(besideSignIns),
  '',
]

export const costTable = (contenders: Contenders, loaded: Record<keyof Contenders, number>): string[][] => [
  ['', 'memory at rest', 'after the load', 'disk for each member', ''],
  ...contenderNames.map((name) => {
    const { restBytes, bytesPerMember } = contenders[name]
    return [names[name], megabytes(restBytes), megabytes(loaded[name]), bytesOf(bytesPerMember), '']
  }),
]

export const postgresTable = ({ reads, signIns, waiting, bytesPerMember }: PostgresFigures): string[][] => [
  ['', 'session reads', 'processor each', 'sign-ins', 'processor each', 'disk for each member', ''],
  ['', rate(reads), cost(reads), rate(signIns), cost(signIns), bytesOf(bytesPerMember), ''],
  ['p50 / p99', ...CONCURRENCIES.map((connections) => `${connections} at once`), 'while others sign in', ''],
  ['', ...waitingCells(waiting)],
]
