import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { LibsqlDialect, openFile } from '../../../api/database/libsql'
import { migrations } from '../../../api/database/migrations'
import type { Tables } from '../../../api/database/tables'
import { tempFolder } from '../../support/temp-folder'
import { aMemberRow } from './a-member-row'
import { aConnectionPurchase, aConnectionRow, aPurchaseRow } from './a-purchase-row'
import { openSqliteStore } from './open-test-store'

const oldApp = {
  id: 'app_old',
  keys: { test: 'pk_sb_old', live: 'pk_old' },
  plans: [
    { id: 'pln_free', prices: [] },
    { id: 'pln_pro', prices: [{ id: 'prc_pro', name: 'Pro', amountMinor: 1000, currency: 'usd' }] },
  ],
}

/** The schema before purchases, with an app, a member and a plan. */
async function makeOldFile(): Promise<string> {
  const file = join(tempFolder(), 'membership.db')
  const db = new Kysely<Tables>({
    dialect: new LibsqlDialect({ database: openFile(file), insideTransaction: new AsyncLocalStorage() }),
    plugins: [new CamelCasePlugin()],
  })
  await db.transaction().execute(async (transaction) => {
    await sql`create table schema_migrations
      (number integer primary key, name text not null, applied_at bigint not null)`.execute(transaction)
    for (const { number, name, up } of migrations.filter((one) => one.number <= 6)) {
      await up(transaction)
      await transaction.insertInto('schemaMigrations').values({ number, name, appliedAt: 0 }).execute()
    }
  })
  await sql`insert into apps (id, test_key, live_key, definition)
    values ('app_old', 'pk_sb_old', 'pk_old', ${JSON.stringify(oldApp)})`.execute(db)
  await sql`insert into members (id, app_id, mode, email, verified, custom_fields, meta_data, json, created_at)
    values ('mem_sb_1', 'app_old', 'test', 'ann@example.com', 0, '{}', '{}', '{}', 5)`.execute(db)
  await sql`insert into plan_connections (id, member_id, plan_id, status, created_at)
    values ('con_1', 'mem_sb_1', 'pln_free', 'ACTIVE', 7)`.execute(db)
  await db.destroy()
  return file
}

test('members and their plans are still there, free, and can buy and share from now on', async () => {
  const store = await openSqliteStore(await makeOldFile())
  const free = aConnectionRow({ planId: 'pln_free', createdAt: 7 })
  expect(await store.planConnections.listByMember('mem_sb_1')).toEqual([free])
  expect(await store.members.findById('mem_sb_1')).toMatchObject({ email: 'ann@example.com', stripeCustomerId: null })
  expect(await store.teams.listByMember('mem_sb_1')).toEqual([])

  await store.purchases.insert(aPurchaseRow({ appId: 'app_old' }))
  const paid = aConnectionRow({ id: 'con_2', priceId: 'prc_pro', purchase: aConnectionPurchase() })
  await store.planConnections.insert(paid)
  expect(await store.planConnections.listByMember('mem_sb_1')).toEqual([free, paid])
  await store.members.delete('mem_sb_1')
  await store.members.insert(aMemberRow({ appId: 'app_old' }))
  expect(await store.planConnections.listByMember('mem_sb_1')).toEqual([])
})

test('an app from before then sells what it has, without a trial, and has no coupons', async () => {
  const store = await openSqliteStore(await makeOldFile())
  const [free, pro] = oldApp.plans
  const expected = {
    ...oldApp,
    coupons: [],
    dataTables: [],
    keepsSignupRecords: false,
    plans: [free, { ...pro, prices: [{ ...pro!.prices[0], trialDays: 0, active: true }] }],
  }
  expect(await store.apps.findById('app_old')).toEqual(expected)
  expect((await store.apps.findByPublicKey('pk_sb_old'))?.app).toEqual(expected)
  expect(await store.apps.list()).toContainEqual(expected)
})
