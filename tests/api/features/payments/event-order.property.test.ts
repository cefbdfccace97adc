import { creditFulfilment } from '../../../../api/features/tag-purchases/fulfilment'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { importApps } from '../../../../api/operations/import-apps'
import { openDatabase } from '../../../../api/database/open-database'
import { choosePayments } from '../../../../api/features/payments/providers'
import { createSecrets } from '../../../../api/lib/ids'
import { reconcilePurchase } from '../../../../api/features/payments/reconcile'
import type { ReconcileServices } from '../../../../api/features/payments/reconcile'
import { withRepositories } from '../../../support/repositories'
import type { Store } from '../../../support/repositories'
import { createModelPayments } from '../../../support/model-payments'
import type { ModelPayments } from '../../../support/model-payments'
import { anIssuer } from '../../../support/an-issuer'
import { seededRandom } from '../../../support/seeded-random'
import type { Random } from '../../../support/seeded-random'
import type { PurchaseRow } from '../../../../api/features/payments/repository'

/** The slow tier tries more. */
const ORDERS = process.env['TEST_LONG'] === '1' ? 1_000 : 300
const MEMORY = '/dev/shm'

const PRICES = [
  { id: 'prc_pro-monthly', planId: 'pln_pro', amountMinor: 1000, isOnce: false },
  { id: 'prc_pro-yearly', planId: 'pln_pro', amountMinor: 10_000, isOnce: false },
  { id: 'prc_pro-lifetime', planId: 'pln_pro', amountMinor: 25_000, isOnce: true },
  { id: 'prc_team-monthly', planId: 'pln_team', amountMinor: 4000, isOnce: false },
]

const clock = { now: () => Date.parse('2026-11-21T09:00:00Z') }
const urls = { api: 'http://localhost:4001', site: 'http://localhost:4000', demo: 'http://localhost:4002' }

interface World {
  services: ReconcileServices & { store: Store }
  model: ModelPayments
  random: Random
  memberId: string
  /** Reads in progress. */
  looks: Set<Promise<void>>
}

it('reaches the provider’s state after any order, loss and repetition of events, and outdated responses', async () => {
  const store = await openStore()
  const reached = { overtaken: 0, doubled: 0, replaced: 0, refused: 0, ended: 0 }
  for (let seed = 1; seed <= ORDERS; seed += 1) {
    const world = await openWorld(store, seed)
    try {
      await live(world, reached)
      await lookAtAll(world)
      await check(world)
    } catch (error) {
      throw new Error(`With seed ${seed}`, { cause: error })
    }
    await count(world, reached)
  }
  // A test that never reaches its case proves nothing.
  for (const [what, times] of Object.entries(reached)) expect([what, times > ORDERS / 50]).toEqual([what, true])
}, 600_000)

/** A real database, in memory if possible, because it gets thousands of commits. */
const issuer = anIssuer()

async function openStore(): Promise<Store> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'membership-'))
  const store = withRepositories(await openDatabase({ file: join(folder, 'membership.db') }))
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await importApps(store, new URL('../../../../api/apps', import.meta.url))
  return store
}

async function openWorld(store: Store, seed: number): Promise<World> {
  const model = createModelPayments()
  const always = () => model.payments
  const secrets = createSecrets()
  const payments = { ...choosePayments({ store, clock, secrets, urls }), forMode: always, named: always }
  const services: ReconcileServices & { store: Store } = {
    store,
    secrets,
    clock,
    payments,
    fulfilment: creditFulfilment,
    mirror: null,
    issuer: await issuer,
    proofAlarm: () => {},
    logGrew: () => {},
  }
  const memberId = `mem_${seed}`
  await store.members.insert({
    id: memberId,
    appId: 'app_demo',
    mode: 'test',
    email: `${seed}@example.com`,
    passwordHash: null,
    verified: true,
    providers: [],
    profileImage: null,
    loginRedirect: null,
    stripeCustomerId: `cus_${seed}`,
    customFields: {},
    metaData: {},
    json: {},
    createdAt: services.clock.now(),
    lastLoginAt: null,
  })
  return { services, model, random: seededRandom(seed), memberId, looks: new Set() }
}

/** Random purchases and events, with parallel reads of the provider. */
async function live(world: World, reached: { overtaken: number }): Promise<void> {
  const { model, random } = world
  const steps = 4 + Math.floor(random.next() * 6)
  await begin(world)
  for (let step = 0; step < steps; step += 1) {
    if (random.chance(0.2) && model.ids().length < 3) await begin(world)
    const id = random.pick(asList(model.ids()))
    act(world, id)
    model.hold(random.chance(0.3))
    // Lost, once, or twice; and for any purchase, since events may be late.
    for (let times = random.pick([0, 1, 1, 2]); times > 0; times -= 1)
      startLook(world, random.chance(0.8) ? id : random.pick(asList(model.ids())))
    for (let turns = random.pick([0, 1, 4, 40]); turns > 0; turns -= 1) await turn()
  }
  reached.overtaken += model.held()
  model.hold(false)
  await settleDown(world)
}

function act({ model, random }: World, id: string): void {
  const isPaid = model.saleOf(id).status === 'PAID'
  const paid = ['renew', 'renew', 'fail', 'planCancellation', 'changePrice', 'cancel', 'refund'] as const
  const name = isPaid ? random.pick(paid) : random.pick(['pay', 'pay', 'pay', 'timeOut'] as const)
  if (name === 'changePrice') model.changePrice(id, random.pick(asList(PRICES)))
  else model.acts[name](id)
}

/** A checkout, which may replace a running purchase. */
async function begin({ services, model, random, memberId }: World): Promise<void> {
  const price = random.pick(asList(PRICES))
  const now = services.clock.now()
  const running = model.ids().filter((id) => model.isRunning(id) && !model.saleOf(id).isOnce)
  const purchase: PurchaseRow = {
    id: services.secrets.id('pur'),
    appId: 'app_demo',
    mode: 'test',
    memberId,
    planId: price.planId,
    priceId: price.id,
    couponId: null,
    provider: 'stripe',
    account: null,
    sessionId: null,
    externalId: null,
    status: 'OPEN',
    replaces: running.length > 0 && random.chance(0.4) ? random.pick(asList(running)) : null,
    createdAt: now,
    expiresAt: now + 1_000_000,
    readsBegun: 0,
    readApplied: 0,
    lastReadAt: null,
  }
  model.begin(purchase.id, price)
  await services.store.purchases.insert({ ...purchase, sessionId: `cs_${purchase.id}` })
}

function startLook({ services, looks }: World, id: string): void {
  const look = reconcilePurchase(services, id).finally(() => looks.delete(look))
  looks.add(look)
}

/** Waits for every read. Delayed responses arrive last. */
async function settleDown({ model, looks }: World): Promise<void> {
  while (looks.size > 0) {
    await Promise.race([turn(), ...looks])
    if (model.held() === looks.size) model.release()
  }
}

/** Like reconciliation: reads everything, then what the first pass began. */
async function lookAtAll({ services, model }: World): Promise<void> {
  for (const _ of [1, 2]) for (const id of model.ids()) await reconcilePurchase(services, id)
}

async function check({ services, model, memberId }: World): Promise<void> {
  const { store } = services
  const [rows, purchases] = [
    await store.planConnections.listByMember(memberId),
    await store.purchases.listByMember(memberId),
  ]
  for (const { purchase: paidBy, id: _, memberId: __, createdAt: ___, ...row } of rows) {
    const { id, ...billing } = paidBy!
    const state = model.stateOf(id)
    const { status, priceId, ...theirs } = state.status === 'PAID' ? state.billing : neverPaid(id)
    expect({ ...row, ...billing }).toEqual({ status, priceId, planId: planOf(priceId), ...theirs })
  }
  for (const { id, status, externalId } of purchases) {
    const state = model.stateOf(id)
    if (state.status !== 'PAID') expect([status, externalId]).toEqual([state.status, null])
    // A purchase that ended too early has replaced nothing.
    else expect(['PAID', 'REFUNDED', ...(model.isRunning(id) ? [] : ['EXPIRED'])]).toContain(status)
    if (status === 'REFUNDED') expect([model.isRunning(id), model.saleOf(id).kept]).toEqual([false, 0])
  }
  const running = model.ids().filter((id) => model.isRunning(id))
  const granted = rows.filter(({ status }) => status !== 'CANCELED').map(({ purchase }) => purchase?.id)
  // Every payment grants something, and every grant is paid; no plan is paid twice.
  const superseded = new Set(purchases.filter(({ status }) => status === 'PAID').map(({ replaces }) => replaces))
  expect(new Set(granted)).toEqual(new Set(running.filter((id) => !superseded.has(id))))
  const plans = rows.map(({ planId }) => planId)
  expect(new Set(plans).size).toBe(plans.length)
}

async function count({ services, memberId }: World, reached: Record<string, number>): Promise<void> {
  const purchases = await services.store.purchases.listByMember(memberId)
  const rows = await services.store.planConnections.listByMember(memberId)
  const add = (what: string, holds: boolean) => void (reached[what] = (reached[what] ?? 0) + Number(holds))
  for (const { status, replaces } of purchases) {
    add('refused', status === 'REFUNDED')
    add('replaced', replaces !== null && status === 'PAID')
  }
  add('doubled', purchases.length > 1)
  add(
    'ended',
    rows.some(({ status }) => status === 'CANCELED'),
  )
}

const neverPaid = (id: string): never => {
  throw new Error(`${id} was granted without a payment`)
}
const planOf = (priceId: string) => PRICES.find(({ id }) => id === priceId)?.planId
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

function asList<T>([first, ...rest]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new Error('An empty list')
  return [first, ...rest]
}
