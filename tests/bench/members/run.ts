import { keyRights } from '../../../contract/admin/rights'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Database } from '../../../api/database/db'
import { openDatabase, openPostgres } from '../../../api/database/open-database'
import { adminMemberHandlers, memberDetailHandlers } from '../../../api/features/accounts/admin-routes'
import type { AppDefinition } from '../../../api/features/apps/definition'
import { findAppById } from '../../../api/features/apps/repository'
import type { AdminContext } from '../../../api/features/apps/secret-keys'
import { auditHandlers } from '../../../api/features/audit/reading'
import type { Services } from '../../../api/http/services'
import { importApps } from '../../../api/operations/import-apps'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { startPostgres } from '../../support/postgres/start-postgres'
import { queryOnce } from '../../support/postgres/test-database'
import { chooseEngines, conclusion, readCount, readRounds } from '../choices'
import { alignColumns } from '../format-table'
import { fillAudit, fillMembers, memberId, NAMES } from './fill'

const members = { name: 'BENCH_MEMBERS', fallback: 200_000, least: 100 }
const MEMBERS = readCount(process.env['BENCH_MEMBERS'], members)
const AUDIT_ROWS = MEMBERS * 5
const ROUNDS = 60

/** Milliseconds at the 95th percentile, as docs/performance.md states them for 200,000 members on an idle machine. */
const LIMITS = {
  'first page': 150,
  'next page': 150,
  search: 100,
  'two filters': 200,
  payments: 200,
  detail: 100,
  audit: 150,
}
const kinds = ['first page', 'next page', 'search', 'two filters', 'payments', 'detail', 'audit'] as const
/** Longest wait of any other request while these run. */
const OTHERS_MAX_MS = 50

interface Opened {
  name: string
  store: Database
  close: () => Promise<void>
}

/**
 * `npm run bench -- members`: 200,000 members, and lists, searches and pages of them on both engines.
 * @param rounds calls of each kind, as text
 * @returns exit code: 1 if a limit is exceeded
 */
export async function runBench(rounds?: string): Promise<number> {
  const calls = readRounds(rounds, ROUNDS)
  const isInstalled = (engine: keyof typeof openers) => engine === 'SQLite' || hasPostgres
  const { engines, missing } = chooseEngines(process.env['BENCH_ENGINE'], ['SQLite', 'PostgreSQL'], isInstalled)
  const rows: string[][] = []
  let missed = 0
  for (const engine of engines) {
    const opened = await openers[engine]()
    try {
      const figures = await measure(opened, calls)
      rows.push(...figures)
      missed += figures.filter((row) => row.at(-1) === 'missed').length
    } finally {
      await opened.close()
    }
  }
  const [load = 0] = loadavg()
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}; load average at the end ${load.toFixed(1)}`
  const heads = ['', 'median ms', 'p95 ms', 'limit ms', '']
  process.stdout.write(`${machine}; ${MEMBERS} members\n\n${alignColumns([heads, ...rows])}\n`)
  process.stdout.write(`${conclusion(missed, missing)}\n`)
  return missed > 0 ? 1 : 0
}

const openers = { SQLite: onSqlite, PostgreSQL: onPostgres }

async function onSqlite(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'membership-members-'))
  const store = await openDatabase({ file: join(folder, 'membership.db') })
  const close = async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { name: 'SQLite', store, close }
}

async function onPostgres(): Promise<Opened> {
  const server = await startPostgres()
  await queryOnce(`${server.url}/postgres`, 'create database members')
  const store = await openPostgres({ url: `${server.url}/members` })
  const close = async () => {
    await store.close()
    await server.remove()
  }
  return { name: 'PostgreSQL', store, close }
}

async function measure({ name, store }: Opened, rounds: number): Promise<string[][]> {
  await importApps(store, new URL('../../api/apps/', import.meta.url))
  const app = await findAppById(store, 'app_demo')
  if (!app) throw new Error('There is no demo app.')
  await fillMembers(store, app, MEMBERS)
  await fillAudit(store, AUDIT_ROWS)
  if (name === 'PostgreSQL') await sql`vacuum analyze`.execute(store.kysely)
  const calls = callsOf(store, app)
  const figures: string[][] = []
  const delay = monitorEventLoopDelay({ resolution: 5 })
  for (const kind of kinds) {
    const limit = LIMITS[kind]
    const times: number[] = []
    for (let round = -3; round < rounds; round += 1) {
      if (round === 0) delay.enable()
      const startedAt = performance.now()
      await calls[kind](round + 3)
      if (round >= 0) times.push(performance.now() - startedAt)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
    const kept = at(0.95) <= limit
    figures.push([`${name}: ${kind}`, at(0.5).toFixed(1), at(0.95).toFixed(1), String(limit), kept ? '' : 'missed'])
  }
  const others = delay.percentile(99) / 1e6
  const kept = others <= OTHERS_MAX_MS
  figures.push([`${name}: others wait (p99)`, '', others.toFixed(1), String(OTHERS_MAX_MS), kept ? '' : 'missed'])
  return figures
}

function callsOf(
  store: Database,
  app: AppDefinition,
): Record<keyof typeof LIMITS, (round: number) => Promise<unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handlers use no other service
  const services = { store, clock: { now: () => Date.now() } } as unknown as Services
  const context: AdminContext = {
    app,
    mode: 'test',
    keyId: 'key_bench',
    actor: { kind: 'key', keyId: 'key_bench', name: 'bench' },
    ipAddress: '127.0.0.1',
    rights: keyRights,
  }
  const list = (input: Partial<Parameters<typeof adminMemberHandlers.listMembers>[2]>) =>
    adminMemberHandlers.listMembers(services, context, {
      order: 'DESC',
      includeJSON: 'false',
      count: 'false',
      first: 50,
      ...input,
    })
  const sorts = ['joined', 'lastLogin', 'email'] as const
  const name = (round: number) => NAMES[round % NAMES.length] ?? ''
  const pairs: Partial<Parameters<typeof adminMemberHandlers.listMembers>[2]>[] = [
    { planId: 'pln_free', verified: false },
    { search: 'ada', status: 'ACTIVE' },
    { verified: true, joinedFrom: Date.now() - 40 * 86_400_000 },
    { planId: 'pln_pro', failedPayment: true },
    { search: 'example', suspended: true },
    { status: 'CANCELED', provider: 'google' },
  ]
  const days = (count: number) => Date.now() - count * 86_400_000
  const paying: typeof pairs = [
    { subscribed: true },
    { subscribed: false },
    { paidFrom: days(30), paidTo: days(0) },
    { firstPaidFrom: days(30), firstPaidTo: days(0) },
    { subscribed: true, paidFrom: days(90), search: 'ada' },
  ]
  return {
    'first page': (round) => list({ sort: sorts[round % 3] }),
    'next page': (round) => list({ after: String(Math.max(100, MEMBERS - round * 1_000)) }),
    search: (round) =>
      list({ search: [name(round), `${name(round)} ${name(round + 7)}`, `m${round}`, 'ex', 'a'][round % 5] }),
    'two filters': (round) => list({ sort: sorts[round % 3], ...pairs[round % pairs.length] }),
    payments: (round) => list({ sort: sorts[round % 3], ...paying[round % paying.length] }),
    detail: (round) =>
      memberDetailHandlers.retrieveMemberDetail(services, context, { member: memberId((round * 997) % MEMBERS) }),
    audit: (round) =>
      auditHandlers.listAuditLog(services, context, {
        first: 100,
        ...[{}, { actor: 'Ana Lima' }, { act: 'member.delete' }, { subject: memberId(round) }][round % 4],
      }),
  }
}
