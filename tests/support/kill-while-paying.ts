import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { memberAuth } from '../../contract/entities'
import { dumpDatabase } from './dump-database'
import { startKillableApi } from './start-killable-api'
import { waitUntil } from './wait-until'

const SITE = 'http://localhost:4002'
const HEADERS = { 'content-type': 'application/json', 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo', origin: SITE }
const BUYERS = 4
const PRICES = ['prc_pro-monthly', 'prc_team-monthly'] as const
const KILL_WITHIN_MS = 60
const CARD = { cardNumber: '4242424242424242', expiry: '12/39', cvc: '123' }

export interface PayingReport {
  kills: number
  /** Checkouts that were tried to be paid. */
  checkouts: number
  /** Those that the provider had charged for, and that nobody had the plan of, when the API was killed. */
  between: number
  /** Checkouts that were not charged exactly once in the end: must stay empty. */
  charged: string[]
  /** Checkouts whose plan the member does not have exactly once in the end: must stay empty. */
  granted: string[]
}

/**
 * Ends the API with SIGKILL at a random moment while several checkouts are paid, and starts it again on the same data,
 * which must make up for what was cut off before anybody asks. Then every buyer presses Pay once more, as people do.
 * Again and again. Needs a build.
 */
export async function killWhilePaying(kills: number, dataDir: string): Promise<PayingReport> {
  const report: PayingReport = { kills, checkouts: 0, between: 0, charged: [], granted: [] }
  const file = join(dataDir, 'membership.db')
  let api = await startKillableApi(dataDir)
  for (let kill = 0; kill < kills; kill += 1) {
    const sessions = await beginCheckouts(api.url, kill)
    const paying = sessions.map((session) => pay(api.url, session).catch(() => null))
    await Promise.race(paying)
    await sleep(Math.random() * KILL_WITHIN_MS)
    api.process.child.kill('SIGKILL')
    await Promise.all([api.process.ended, ...paying])
    report.checkouts += sessions.length
    report.between += readPurchases(file).filter(({ charges, connections }) => charges > 0 && connections === 0).length
    api = await startKillableApi(dataDir)
    await waitUntil('what was paid is granted', () =>
      readPurchases(file).every(({ charges, connections }) => charges === connections),
    )
    for (const session of sessions) await pay(api.url, session)
  }
  for (const { id, charges, connections } of readPurchases(file)) {
    if (charges !== 1) report.charged.push(`${id}: ${charges}`)
    if (connections !== 1) report.granted.push(`${id}: ${connections}`)
  }
  api.process.child.kill('SIGTERM')
  await api.process.ended
  return report
}

/** Answers the sessions of new checkouts, of new members. */
async function beginCheckouts(url: string, round: number): Promise<string[]> {
  const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
    const signup = await post(`${url}/auth/signup`, {
      email: `round${round}-buyer${buyer}@example.test`,
      password: 'correct horse battery',
    })
    const { tokens } = v.parse(v.object({ data: memberAuth }), signup).data
    const authorization = `Bearer ${tokens.accessToken}`
    const begun = PRICES.map((priceId) =>
      post(`${url}/member/plans/create-checkout-session`, { priceId }, { authorization }),
    )
    return (await Promise.all(begun)).map((answer) => {
      const { data } = v.parse(v.object({ data: v.object({ url: v.string() }) }), answer)
      return new URL(data.url).searchParams.get('session') ?? ''
    })
  })
  return (await Promise.all(buyers)).flat()
}

async function pay(url: string, session: string): Promise<void> {
  const body = new URLSearchParams({ session, ...CARD })
  const response = await fetch(`${url}/test/checkout`, { method: 'POST', body, redirect: 'manual' })
  if (response.status !== 303) throw new Error(`The checkout answered ${response.status}: ${await response.text()}`)
}

/** How often each purchase was charged for, and how many running connections it has. */
function readPurchases(file: string): { id: string; charges: number; connections: number }[] {
  const tables = dumpDatabase(file)
  const rows = (name: string) => v.parse(v.array(v.record(v.string(), v.unknown())), tables[name])
  const [sales, charges, connections] = [rows('test_sales'), rows('test_charges'), rows('plan_connections')]
  return rows('purchases').map(({ id }) => {
    const ofPurchase = new Set(sales.filter((sale) => sale['purchase_id'] === id).map((sale) => sale['id']))
    return {
      id: String(id),
      charges: charges.filter((charge) => ofPurchase.has(charge['sale_id'])).length,
      connections: connections.filter((row) => row['purchase_id'] === id && row['status'] === 'ACTIVE').length,
    }
  })
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
