import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../../api/database/db'
import { openDatabase, openPostgres } from '../../../api/database/open-database'
import { findAppById } from '../../../api/features/apps/repository'
import { insertSecretKey, makeSecretKey } from '../../../api/features/apps/secret-keys'
import { createSecrets } from '../../../api/lib/ids'
import { importApps } from '../../../api/operations/import-apps'
import { ADMIN_PATH, adminEndpoints } from '../../../contract/admin/endpoints'
import type { AdminEndpointName } from '../../../contract/admin/endpoints'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { startPostgres } from '../../support/postgres/start-postgres'
import { queryOnce } from '../../support/postgres/test-database'
import { requestOf } from '../../support/request-of'
import { chooseEngines, conclusion, readCount, readRounds } from '../choices'
import { alignColumns } from '../format-table'
import { median, percentile } from '../median'
import { startOurs } from '../server/start-ours'
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
  dataDir: string
  databaseUrl: string | null
  open: () => Promise<Database>
  remove: () => Promise<void>
}

/**
 * `npm run bench -- members`: 200,000 members, and lists, searches and pages of them on both engines, each call by HTTP to the built server.
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
      await opened.remove()
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
  const dataDir = await makeFolder()
  const open = () => openDatabase({ file: join(dataDir, 'membership.db') })
  return { name: 'SQLite', dataDir, databaseUrl: null, open, remove: () => removeFolder(dataDir) }
}

async function onPostgres(): Promise<Opened> {
  const [server, dataDir] = [await startPostgres(), await makeFolder()]
  await queryOnce(`${server.url}/postgres`, 'create database members')
  const databaseUrl = `${server.url}/members`
  const remove = async () => {
    await server.remove()
    await removeFolder(dataDir)
  }
  return { name: 'PostgreSQL', dataDir, databaseUrl, open: () => openPostgres({ url: databaseUrl }), remove }
}

const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'membership-members-'))
const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

async function measure({ name, dataDir, databaseUrl, open }: Opened, rounds: number): Promise<string[][]> {
  const store = await open()
  let key: string
  try {
    key = await fill(store, databaseUrl !== null)
  } finally {
    await store.close()
  }
  const server = await startOurs(dataDir, databaseUrl)
  const figures: string[][] = []
  const add = (what: string, times: readonly number[], part: number, limit: number) => {
    const high = percentile(times, part)
    const verdict = high <= limit ? '' : 'missed'
    figures.push([`${name}: ${what}`, median(times).toFixed(1), high.toFixed(1), String(limit), verdict])
  }
  try {
    const waits: number[] = []
    for (const kind of kinds) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const call = (round: number) => timeOf(agent, server.url + calls[kind](round).path, { 'x-api-key': key })
      for (const round of [0, 1, 2]) await call(round)
      const others = probe(server.url)
      const times: number[] = []
      for (let round = 3; round < rounds + 3; round += 1) times.push(await call(round))
      waits.push(...(await others.stop()))
      agent.destroy()
      add(kind, times, 0.95, LIMITS[kind])
    }
    add(`others wait (p99 of ${waits.length})`, waits, 0.99, OTHERS_MAX_MS)
  } finally {
    await server.stop()
  }
  return figures
}

/** @returns a secret key */
async function fill(store: Database, isPostgres: boolean): Promise<string> {
  await importApps(store, new URL('../../api/apps/', import.meta.url))
  const app = await findAppById(store, 'app_demo')
  if (!app) throw new Error('There is no demo app.')
  await fillMembers(store, app, MEMBERS)
  await fillAudit(store, AUDIT_ROWS)
  const services = { secrets: createSecrets(), clock: { now: () => Date.now() } }
  const { key, row } = makeSecretKey(services, { appId: app.id, mode: 'test' }, 'bench')
  await insertSecretKey(store, row)
  if (isPostgres) await sql`vacuum analyze`.execute(store.kysely)
  return key
}

/** Milliseconds from the request to the last byte of its response. @throws Error unless it is 200 */
function timeOf(agent: Agent, url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      response.resume()
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`${url} answered ${response.statusCode}.`))
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}

const PROBE_EVERY_MS = 5

/** What a page asks for, again and again, beside the calls. */
function probe(url: string): { stop: () => Promise<number[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const waits: number[] = []
  const state = { isStopped: false }
  const asking = (async () => {
    while (!state.isStopped) {
      waits.push(await timeOf(agent, `${url}/app`, { 'x-api-key': 'pk_sb_demo' }))
      await pause(PROBE_EVERY_MS)
    }
  })()
  return {
    async stop() {
      state.isStopped = true
      await asking
      agent.destroy()
      return waits
    },
  }
}

const sorts = ['joined', 'lastLogin', 'email'] as const
const first = (round: number) => NAMES[round % NAMES.length] ?? ''
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
const pairs: readonly object[] = [
  { planId: 'pln_free', verified: false },
  { search: 'ada', status: 'ACTIVE' },
  { verified: true, joinedFrom: daysAgo(40) },
  { planId: 'pln_pro', failedPayment: true },
  { search: 'example', suspended: true },
  { status: 'CANCELED', provider: 'google' },
]
const paying: readonly object[] = [
  { subscribed: true },
  { subscribed: false },
  { paidFrom: daysAgo(30), paidTo: daysAgo(0) },
  { firstPaidFrom: daysAgo(30), firstPaidTo: daysAgo(0) },
  { subscribed: true, paidFrom: daysAgo(90), search: 'ada' },
]
const audited = [{}, { actor: 'Ana Lima' }, { act: 'member.delete' }] as const

const wire = (name: AdminEndpointName, input: object) => requestOf(adminEndpoints[name], { ...input }, ADMIN_PATH)
const list = (input: object) =>
  wire('listMembers', { order: 'DESC', includeJSON: 'false', count: 'false', first: 50, ...input })

/** As the console's lists call. */
const calls: Record<keyof typeof LIMITS, (round: number) => { path: string }> = {
  'first page': (round) => list({ sort: sorts[round % 3] }),
  'next page': (round) => list({ after: String(Math.max(100, MEMBERS - round * 1_000)) }),
  search: (round) =>
    list({ search: [first(round), `${first(round)} ${first(round + 7)}`, `m${round}`, 'ex', 'a'][round % 5] }),
  'two filters': (round) => list({ sort: sorts[round % 3], ...pairs[round % pairs.length] }),
  payments: (round) => list({ sort: sorts[round % 3], ...paying[round % paying.length] }),
  detail: (round) => wire('retrieveMemberDetail', { member: memberId((round * 997) % MEMBERS) }),
  audit: (round) => wire('listAuditLog', { first: 100, ...(audited[round % 4] ?? { subject: memberId(round) }) }),
}
