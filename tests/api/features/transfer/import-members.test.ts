import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importMembers } from '../../../../api/features/transfer/import'
import { cutTransactions } from '../../../support/cut-transactions'
import { aReport, startWithTransfers, transfersOf } from '../../../support/transfers'

let api: Awaited<ReturnType<typeof startWithTransfers>>

beforeAll(async () => {
  api = await startWithTransfers()
})

afterAll(() => api.close())

let number = 0
const anEmail = () => `import-${(number += 1)}@example.com`
const memberOf = (email: string) => api.store.members.findByEmail('app_demo', 'test', email)

describe('a member of a file', () => {
  test('is created with everything in the file', async () => {
    const email = anEmail()
    const entry = {
      id: 'mem_sb_clv2k3j4h0000abcd',
      email: ` ${email.toUpperCase()} `,
      verified: true,
      profileImage: 'https://images.example/ada.png',
      loginRedirect: '/start?from=import',
      stripeCustomerId: 'cus_Ada',
      customFields: { 'first-name': 'Ada', newsletter: true, years: 12, 'internal-note': 'kept' },
      metaData: { source: 'old site' },
      json: { cart: [1, { deep: null }] },
      createdAt: '2021-03-04T05:06:07.000Z',
      lastLogin: '2022-03-04T05:06:07.000Z',
      plans: ['pln_free', { planId: 'pln_newsletter', status: 'CANCELED' }],
      providers: [{ provider: 'google', accountId: 'google-ada' }],
    }
    expect(await api.imported([entry])).toEqual(aReport())
    const { plans: _plans, providers: _providers, lastLogin, createdAt, ...fields } = entry
    const row = await memberOf(email)
    expect(row).toMatchObject({
      ...fields,
      email,
      passwordHash: null,
      providers: ['google'],
      createdAt: Date.parse(createdAt),
      lastLoginAt: Date.parse(lastLogin),
    })
    const connections = await api.store.planConnections.listByMember(entry.id)
    expect(new Map(connections.map(({ planId, status }) => [planId, status]))).toEqual(
      new Map([
        ['pln_free', 'ACTIVE'],
        ['pln_newsletter', 'CANCELED'],
      ]),
    )
  })

  test('defaults to the day of the import and a new ID, with a format per mode', async () => {
    const [one, two] = [anEmail(), anEmail()]
    await api.imported([{ email: one }, { email: two, id: 'mem_live0123' }])
    expect(await memberOf(one)).toMatchObject({ createdAt: api.clock.now(), verified: false, customFields: {} })
    expect((await memberOf(two))?.id).toMatch(/^mem_sb_[a-z0-9]{26}$/u)
  })

  test('gets another ID if theirs is taken', async () => {
    const [one, two, three] = [anEmail(), anEmail(), anEmail()]
    const id = 'mem_sb_onlyonehasit'
    await api.imported([{ email: one, id }])
    await api.imported([
      { email: two, id },
      { email: three, id: 'mem_sb_twice0' },
      { email: anEmail(), id: 'mem_sb_twice0' },
    ])
    expect((await memberOf(one))?.id).toBe(id)
    expect((await memberOf(two))?.id).not.toBe(id)
    expect((await memberOf(three))?.id).toBe('mem_sb_twice0')
  })

  test('triggers no mail, no webhook and no sign-up record', async () => {
    const email = anEmail()
    const before = api.dumpDatabase()
    await api.imported([{ email, plans: ['pln_free'], verified: false }])
    const after = api.dumpDatabase()
    const silent = ['outbox', 'mailbox', 'webhook_messages', 'webhook_deliveries', 'signup_records', 'mirror_jobs']
    for (const table of silent) expect([table, after[table]]).toEqual([table, before[table]])
    expect(await api.mailTo(email)).toBeNull()
  })
})

describe('rows that cannot be imported', () => {
  test('are reported by number, field and code, and do not stop the others', async () => {
    const good = anEmail()
    const report = await api.imported([
      { email: 'no address' },
      'no object',
      { name: 'Ada' },
      { email: good, customFields: { 'first-name': 'Ada', unknown: 1 } },
      {
        email: anEmail(),
        customFields: { years: 'many', 'first-day': '2026-02-30', newsletter: 'maybe' },
        metaData: { long: 'x'.repeat(501) },
        json: [],
        createdAt: 'yesterday',
        loginRedirect: '//elsewhere.example',
        profileImage: 'javascript:alert(1)',
        verified: 'yes',
      },
      { email: good },
      { email: anEmail(), plans: ['pln_unknown'] },
      { email: anEmail(), plans: ['pln_pro'] },
      { email: anEmail(), plans: ['pln_free', 'pln_free'] },
      { email: anEmail(), plans: [{ planId: 'pln_pro', priceId: 'prc_pro-monthly' }] },
    ])
    expect(report).toMatchObject({ total: 10, created: 1, failed: 9, ignoredFields: ['customFields.unknown'] })
    expect(report.errors.map(({ row, field, code }) => `${row} ${field} ${code}`)).toEqual([
      '1 email invalid-email',
      '2 row invalid-field-type',
      '3 email required-field-missing',
      '5 verified invalid-field-type',
      '5 profileImage invalid-field-value',
      '5 loginRedirect invalid-field-value',
      '5 metaData field-limit-exceeded',
      '5 json invalid-field-type',
      '5 createdAt invalid-field-value',
      '6 email duplicate-row',
      '7 plans plan-not-found',
      '8 plans plan-not-free',
      '9 plans already-have-plan',
      '10 plans invalid-field-value',
    ])
    expect(await memberOf(good)).toMatchObject({ customFields: { 'first-name': 'Ada' } })
  })

  test('with wrong custom fields are reported by field', async () => {
    const customFields = { years: 'many', 'first-day': '2026-02-30', newsletter: 'maybe', company: 'x'.repeat(10_001) }
    const { errors } = await api.imported([{ email: anEmail(), customFields }])
    expect(errors.map(({ field, code }) => `${field} ${code}`).toSorted()).toEqual([
      'customFields.company field-limit-exceeded',
      'customFields.first-day invalid-field-value',
      'customFields.newsletter invalid-field-value',
      'customFields.years invalid-field-value',
    ])
  })

  test('with values that cannot be stored are refused without a failure', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
    const half = JSON.stringify('\ud800')
    const file = `[
      {"email": ${JSON.stringify(anEmail())}, "json": ${deep}, "metaData": ${deep}, "customFields": {"company": ${deep}}},
      {"email": ${JSON.stringify(anEmail())}, "json": {"big": 1e999}, "plans": [${deep}]},
      {"email": ${JSON.stringify(anEmail())}, "loginRedirect": "/\\ud800", "providers": [{"provider": "google", "accountId": ${half}}]},
      {"email": "a\\u0000@example.com", "id": "mem_sb_\\u0000", "stripeCustomerId": "\\u0000", "__proto__": {"verified": true}},
      {"email": ${JSON.stringify(anEmail())}, "customFields": {"company": "\\u0000", "__proto__": 1, "constructor": 2},
       "id": "mem_sb_\\u0000", "custom_fields": 1}
    ]`
    const report = await api.imported(file)
    expect(report).toMatchObject({ total: 5, created: 1, failed: 4 })
    expect(report.ignoredFields).toEqual(['custom_fields', 'customFields.__proto__', 'customFields.constructor'])
    expect(report.errors.map(({ row, field, code }) => `${row} ${field} ${code}`)).toEqual([
      '1 metaData invalid-field-value',
      '1 json invalid-field-value',
      '2 json invalid-field-value',
      '2 plans invalid-field-value',
      '3 loginRedirect invalid-field-value',
      '3 providers invalid-field-value',
      '4 email invalid-email',
      '4 stripeCustomerId invalid-field-value',
    ])
  })

  test('are at most a hundred in the response, and all in the count', async () => {
    const report = await api.imported(Array.from({ length: 250 }, () => ({ email: 'no address' })))
    expect([report.failed, report.errors.length, report.errors.at(-1)?.row]).toEqual([250, 100, 100])
  })

  test('a provider’s account belongs to one member', async () => {
    const providers = [{ provider: 'github', accountId: 'octo' }]
    await api.imported([{ email: anEmail(), providers }])
    const { errors } = await api.imported([
      { email: anEmail(), providers },
      { email: anEmail(), providers: [{ provider: 'spotify', accountId: 's' }] },
      { email: anEmail(), providers: [{ provider: 'spotify', accountId: 's' }] },
    ])
    expect(errors.map(({ row, code }) => [row, code])).toEqual([
      [1, 'account-already-connected'],
      [3, 'account-already-connected'],
    ])
  })
})

test('all or nothing: one bad row in the last batch undoes all others', async () => {
  const entries = Array.from({ length: 248 }, () => ({ email: anEmail() }))
  const before = api.dumpDatabase()
  const answer = await api.importFile(JSON.stringify([...entries, { email: 'x' }, { email: 'y' }]), { atomic: true })
  expect([answer.status, answer.body]).toEqual([
    409,
    {
      code: 'import-refused',
      message: 'Nothing was imported. Row 249, email: invalid-email. 1 more row has errors.',
    },
  ])
  expect(withoutKeyUse(api.dumpDatabase())).toEqual(withoutKeyUse(before))
  expect(await api.imported(entries, { atomic: true })).toEqual(aReport({ total: 248, created: 248 }))
})

test('all or nothing is one transaction of limited length: more members only in a dry run', async () => {
  const entries = JSON.stringify(Array.from({ length: 251 }, () => ({ email: anEmail() })))
  for (const query of [{ atomic: true }, { onConflict: 'fail' }] as const) {
    const { status, body } = await api.importFile(entries, query)
    expect([status, body]).toMatchObject([413, { code: 'too-many-import-rows' }])
    expect(await api.importFile(entries, { ...query, dryRun: true })).toMatchObject({ status: 200 })
  }
})

test('a dry run reports the result and changes nothing, with duplicates across batches', async () => {
  const twin = { provider: 'linkedin', accountId: 'twin' }
  const entries = Array.from({ length: 450 }, (_, index) => ({
    email: index === 449 ? 'no address' : anEmail(),
    id: `mem_sb_dry${index}`,
    providers: index === 0 || index === 448 ? [twin] : [],
  }))
  const before = api.dumpDatabase()
  const planned = await api.imported(entries, { dryRun: true })
  expect(withoutKeyUse(api.dumpDatabase())).toEqual(withoutKeyUse(before))
  expect(planned).toMatchObject({ dryRun: true, created: 448, failed: 2 })
  expect(await api.imported(entries)).toEqual({ ...planned, dryRun: false })
})

test('the audit log says who imported how many, without their data', async () => {
  const [secret, known] = [anEmail(), anEmail()]
  await api.imported([{ email: known }])
  await api.imported([{ email: secret }, { email: known }, { email: 'x' }])
  const [row] = await api.store.auditLog.list('app_demo', 'test', 1)
  expect(row).toMatchObject({
    actor: 'admin key tests',
    act: 'members.import',
    subject: 'app_demo',
    detail: { format: 'json', onConflict: 'skip', total: '3', created: '1', updated: '0', skipped: '1', failed: '1' },
  })
  expect(JSON.stringify(row)).not.toContain(secret)
})

test('another app’s key creates members of its own app only', async () => {
  const email = anEmail()
  const other = await transfersOf(api, { appId: 'app_trusttag', mode: 'live' })
  expect(await other.imported([{ email, id: 'mem_live0001' }])).toEqual(aReport())
  expect(await memberOf(email)).toBeNull()
  expect(await api.store.members.findByEmail('app_trusttag', 'live', email)).toMatchObject({ id: 'mem_live0001' })
})

test('others can sign up during an import', async () => {
  const entries = Array.from({ length: 4_000 }, () => ({ email: anEmail(), plans: ['pln_free'] }))
  const order: string[] = []
  const importing = api.imported(entries).finally(() => order.push('import'))
  const people = Array.from({ length: 5 }, async () => {
    const { status } = await api.call('signup', { email: anEmail(), password: 'analytical' })
    order.push(`sign-up ${status}`)
  })
  await Promise.all(people)
  expect(await importing).toEqual(aReport({ total: 4_000, created: 4_000 }))
  expect(order).toEqual([...people.map(() => 'sign-up 200'), 'import'])
})

test('an interrupted import can be repeated: existing members are skipped, and none is incomplete', async () => {
  const entries = Array.from({ length: 700 }, () => ({ email: anEmail(), plans: ['pln_free'] }))
  const owner = { appId: 'app_demo', mode: 'test', actor: 'owner command' } as const
  const app = await api.store.apps.findById('app_demo')
  if (!app) throw new Error('There is no demo app.')
  // Each transaction of 25 rows counts, inserts the members, their words and their plans: the third one ends at its first write.
  const { store, wasCut } = cutTransactions(api.store, 9)
  const request = { format: 'json', dryRun: false, onConflict: 'skip', atomic: false } as const
  const content = JSON.stringify(entries)
  await expect(importMembers({ ...api.services, store }, owner, app, { ...request, content })).rejects.toThrow(
    'cut off',
  )
  expect(wasCut()).toBe(true)
  expect(await api.imported(entries)).toEqual(aReport({ total: 700, created: 650, skipped: 50 }))
  expect(await api.imported(entries)).toEqual(aReport({ total: 700, created: 0, skipped: 700 }))
})

/** Every call changes a key's last use. */
function withoutKeyUse(dump: Record<string, unknown[]>): Record<string, unknown[]> {
  const { secret_keys: _keys, ...rest } = dump
  return rest
}
