import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { memberAuth } from '../../contract/entities'
import { dumpDatabase } from './dump-database'
import { endApi } from './killable-installation'
import type { KillableInstallation } from './killable-installation'
import { waitUntil } from './wait-until'

const SITE = 'http://localhost:4002'
const KILL_WITHIN_MS = 60
/** Kills between a payment and its grant are the interesting ones: repeat up to this factor to get some. */
const MORE_MAX = 4
const CARD = { cardNumber: '4242424242424242', expiry: '12/39', cvc: '123' }

type Row = Record<string, unknown>
type Rows = (table: string) => Row[]

interface Goods {
  app: Record<string, string>
  /** Concurrent buyers. */
  buyers: number
  path: string
  orders: readonly object[]
  /** How often a purchase was granted. */
  grantsOf: (rows: Rows, purchaseId: unknown) => number
}

const PURCHASE_TABLES = ['purchases', 'test_sales', 'test_charges', 'plan_connections', 'credits']

const goods = {
  plans: {
    app: { 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo' },
    buyers: 4,
    path: '/member/plans/create-checkout-session',
    orders: [{ priceId: 'prc_pro-monthly' }, { priceId: 'prc_team-monthly' }],
    grantsOf: (rows, id) =>
      rows('plan_connections').filter((row) => row['purchase_id'] === id && row['status'] === 'ACTIVE').length,
  },
  trustTags: {
    app: { 'x-app-id': 'app_trusttag', 'x-api-key': 'pk_sb_trusttag' },
    buyers: 8,
    path: '/trusttag/purchases',
    orders: [{ packageId: 'three', success_url: `${SITE}/thanks`, cancel_url: `${SITE}/checkout` }],
    // Part of a package is not a grant.
    grantsOf: (rows, id) =>
      rows('credits').filter((row) => row['purchase_id'] === id && row['status'] === 'AVAILABLE').length / 3,
  },
} satisfies Record<string, Goods>

export interface PayingReport {
  kills: number
  checkouts: number
  /** Checkouts that were charged but not yet granted at the kill. */
  between: number
  /** Checkouts not charged exactly once: must be empty. */
  charged: string[]
  /** Checkouts not granted exactly once: must be empty. */
  granted: string[]
}

/**
 * Kills the API at random moments during payments and restarts it on the same data; it must complete purchases on its
 * own. Then every buyer presses Pay again. Needs a build.
 */
export async function killWhilePaying(
  kills: number,
  installation: KillableInstallation,
  what: keyof typeof goods = 'plans',
): Promise<PayingReport> {
  const sold: Goods = goods[what]
  const report: PayingReport = { kills: 0, checkouts: 0, between: 0, charged: [], granted: [] }
  const { file } = installation
  let api = await installation.start()
  const isEnough = () => report.kills >= kills && (report.between > 0 || report.kills >= MORE_MAX * kills)
  for (let kill = 0; !isEnough(); kill += 1) {
    const sessions = await beginCheckouts(api.url, kill, sold)
    const paying = sessions.map((session) => pay(api.url, session).catch(() => null))
    await Promise.race(paying)
    await sleep(Math.random() * KILL_WITHIN_MS)
    await Promise.all([installation.strike(api), ...paying])
    report.kills += 1
    report.checkouts += sessions.length
    report.between += readPurchases(file, sold).filter(({ charges, grants }) => charges > 0 && grants === 0).length
    api = await installation.start()
    await waitUntil('what was paid is granted', () =>
      readPurchases(file, sold).every(({ charges, grants }) => charges === grants),
    )
    await Promise.all(sessions.map((session) => pay(api.url, session)))
  }
  for (const { id, charges, grants } of readPurchases(file, sold)) {
    if (charges !== 1) report.charged.push(`${id}: ${charges}`)
    if (grants !== 1) report.granted.push(`${id}: ${grants}`)
  }
  await endApi(api)
  return report
}

/** Sessions of new checkouts by new members. */
async function beginCheckouts(
  url: string,
  round: number,
  { app, buyers: count, path, orders }: Goods,
): Promise<string[]> {
  const buyers = Array.from({ length: count }, async (_, buyer) => {
    const account = { email: `round${round}-buyer${buyer}@example.test`, password: 'correct horse battery' }
    const signup = await post(`${url}/auth/signup`, account, app)
    const { tokens } = v.parse(v.object({ data: memberAuth }), signup).data
    const authorization = `Bearer ${tokens.accessToken}`
    const begun = orders.map((order) => post(url + path, order, { ...app, authorization }))
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

function readPurchases(file: string, { grantsOf }: Goods): { id: string; charges: number; grants: number }[] {
  const tables = dumpDatabase(file, PURCHASE_TABLES)
  const rows = (name: string) => v.parse(v.array(v.record(v.string(), v.unknown())), tables[name])
  const [sales, charges] = [rows('test_sales'), rows('test_charges')]
  return rows('purchases').map(({ id }) => {
    const ofPurchase = new Set(sales.filter((sale) => sale['purchase_id'] === id).map((sale) => sale['id']))
    return {
      id: String(id),
      charges: charges.filter((charge) => ofPurchase.has(charge['sale_id'])).length,
      grants: grantsOf(rows, id),
    }
  })
}

async function post(url: string, body: object, own: Record<string, string>): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin: SITE, ...own }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
