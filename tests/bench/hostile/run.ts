import { loadavg } from 'node:os'
import { choose, chooseEngines, conclusion, readRounds } from '../choices'
import { alignColumns } from '../format-table'
import { FULL_SIZE, fillInstallation } from './fixtures'
import type { HostileRequest } from './hostile-request'
import { engines, isInstalled, openInstallation } from './installation'
import type { Engine } from './installation'
import { startMeasuring } from './measure'
import type { Measured } from './measure'
import { hostileRequests } from './requests'
import { hostileBudgets, judge } from './verdict'
import type { Verdict } from './verdict'
import { createWorld } from './world'

const DEFAULT_ROUNDS = 3
const MOST_ROUNDS = 9

interface Line {
  request: HostileRequest
  verdict: Verdict
  /** The last round. */
  last: Measured
}

/**
 * `npm run bench -- hostile`: sends every hostile request of the table to the built server with its default limits, on SQLite and
 * on PostgreSQL, with 200,000 members and 100,000 data records in the database, and prints the cost of each and the wait of
 * other callers. BENCH_ONLY, a pattern, selects requests by name; BENCH_ENGINE selects one engine; both in any case.
 * @param wanted number of rounds, as text from the environment
 * @returns 1 if a request exceeds a budget
 * @throws Error if nothing is selected
 */
export async function runBench(wanted?: string): Promise<number> {
  const rounds = readRounds(wanted, DEFAULT_ROUNDS, MOST_ROUNDS)
  const only = { name: 'BENCH_ONLY', text: process.env['BENCH_ONLY'] }
  const requests = choose(only, hostileRequests, ({ name }) => name)
  const chosen = chooseEngines(process.env['BENCH_ENGINE'], engines, isInstalled)
  let missed = 0
  for (const engine of chosen.engines) {
    const lines = await measureEngine(engine, requests, rounds)
    print(`\n${engine}: medians of ${rounds} rounds, ${requests.length} requests\n\n${tableOf(lines)}\n`)
    missed += lines.filter(({ verdict }) => verdict.missed.length > 0).length
  }
  const { processorMs, waitMs, ownerWaitMs, heldMs } = hostileBudgets
  print(
    `Budgets: ${processorMs} ms of processor time for each request, ${waitMs} ms of waiting over the idle run's, ${ownerWaitMs} ms for requests with a secret key, ${heldMs} ms of holding the event loop.\n` +
      `${conclusion(missed, chosen.missing)} Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}`,
  )
  return missed === 0 ? 0 : 1
}

async function measureEngine(engine: Engine, requests: readonly HostileRequest[], rounds: number): Promise<Line[]> {
  const installation = await openInstallation(engine)
  try {
    const began = performance.now()
    const things = await fillInstallation(installation, FULL_SIZE)
    print(`${engine}: the database is filled (${((performance.now() - began) / 1_000).toFixed(0)} s)`)
    const world = createWorld(things)
    let server = await installation.startServer(1)
    let measuring = await startMeasuring(installation, server, world)
    const measured = new Map<HostileRequest, Measured[]>(requests.map((request) => [request, []]))
    try {
      for (let round = 1; round <= rounds; round += 1)
        for (const request of requests) {
          const one = await measuring.round(request)
          measured.get(request)?.push(one)
          print(progressOf(engine, round, request, one))
          if (await server.answers()) continue
          // The server hangs or has ended: replace it, so that the next request is not affected.
          await measuring.stop()
          await server.stop()
          server = await installation.startServer(1)
          measuring = await startMeasuring(installation, server, world)
        }
    } finally {
      await measuring.stop()
      await server.stop()
    }
    return requests.map((request) => toLine(request, measured.get(request) ?? []))
  } finally {
    await installation.remove()
  }
}

function toLine(request: HostileRequest, rounds: readonly Measured[]): Line {
  const last = rounds.at(-1)
  if (!last) throw new Error(`${request.name} was not measured.`)
  return { request, verdict: judge(request, rounds), last }
}

function progressOf(engine: Engine, round: number, request: HostileRequest, one: Measured): string {
  const { processorMs, healthMs, memberMs, queryMs, heldMs, missed } = judge(request, [one])
  const waits = [healthMs, memberMs, queryMs].map((ms) => `+${ms.toFixed(0)}`).join(', ')
  const figures = `${processorMs.toFixed(0)} ms, ${waits} ms, held ${heldMs.toFixed(0)} ms`
  return `  ${engine} ${round}: ${request.name}: ${statusesOf(one)}; ${figures}${missed.length > 0 ? `  OVER: ${missed.join(', ')}` : ''}`
}

const HEADS = [
  '',
  'from',
  'by',
  'answers',
  'kB',
  'ms',
  'processor ms',
  'database ms',
  '/health +ms',
  'session +ms',
  'query +ms',
  'held ms',
  '',
]

const tableOf = (lines: readonly Line[]): string =>
  alignColumns([
    HEADS,
    ...lines.map(({ request, verdict, last }) => [
      request.name,
      request.from,
      request.by,
      statusesOf(last),
      (last.answers.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000).toFixed(0),
      Math.max(0, ...last.answers.map(({ ms }) => ms)).toFixed(0),
      verdict.processorMs.toFixed(0),
      last.databaseMs.toFixed(0),
      verdict.healthMs.toFixed(0),
      verdict.memberMs.toFixed(0),
      verdict.queryMs.toFixed(0),
      verdict.heldMs === 0 ? '< 5' : `≤ ${verdict.heldMs.toFixed(0)}`,
      verdict.missed.length === 0 ? 'kept' : `MISSED: ${verdict.missed.join(', ')}`,
    ]),
  ])

/** `98 × 200, 2 × 429` */
function statusesOf({ answers }: Measured): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => (count === 1 ? String(status) : `${count} × ${status}`)).join(', ')
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)
