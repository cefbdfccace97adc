import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../../../../api/lib/errors'
import { callAdmin } from '../../../support/admin-calls'
import { openShop } from '../../../support/open-shop'
import { startWithTransfers, transfersOf } from '../../../support/transfers'

let api: Awaited<ReturnType<typeof startWithTransfers>>

const ada = {
  id: 'mem_sb_ada',
  email: 'ada@example.com',
  verified: true,
  loginRedirect: '/start',
  customFields: { 'first-name': '=HYPERLINK("https://evil.example")', company: "'+1", years: -3, newsletter: true },
  metaData: { source: 'old, site' },
  json: { cart: [1] },
  createdAt: '2021-03-04T05:06:07.000Z',
  plans: [
    { planId: 'pln_free', createdAt: '2021-03-04T05:06:07.000Z' },
    { planId: 'pln_newsletter', createdAt: '2021-03-05T05:06:07.000Z' },
  ],
  providers: [{ provider: 'google', accountId: 'google-ada' }],
}

beforeAll(async () => {
  api = await startWithTransfers()
  await api.call('signup', { email: 'bea@example.com', password: 'analytical' })
  await api.imported([ada, ...Array.from({ length: 404 }, (_, at) => ({ email: `many-${at}@example.com` }))])
})

afterAll(() => api.close())

test('JSON is the default, with all members oldest first, without hashes', async () => {
  const { status, headers, text } = await api.exportFile()
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(text).not.toContain('argon2')
  const { members, next, ...about } = await api.exported()
  expect(about).toMatchObject({ app: 'app_demo', mode: 'test', exportedAt: new Date(api.clock.now()).toISOString() })
  expect([members.length, next, members[0]?.email]).toEqual([406, null, 'bea@example.com'])
  expect(members[0]).toMatchObject({ hasPassword: true })
  const { plans, providers, ...fields } = ada
  expect(members[1]).toMatchObject({
    ...fields,
    hasPassword: false,
    plans: plans.map((plan) => Object.assign({ priceId: null, status: 'ACTIVE', purchase: null }, plan)),
    providers: providers.map((provider) =>
      Object.assign({ createdAt: new Date(api.clock.now()).toISOString() }, provider),
    ),
  })
})

test('has hashes on request, and sessions and codes never', async () => {
  const { members } = await api.exported({ passwordHashes: true })
  expect(members[0]?.['passwordHash']).toMatch(/^\$argon2id\$/u)
  expect(members[1]?.['passwordHash']).toBeNull()
  const dump = api.dumpDatabase()
  const digests = JSON.stringify(dump['sessions']?.map((row) => JSON.stringify(row))).match(/[0-9a-f]{64}/gu) ?? []
  expect(digests.length).toBeGreaterThan(0)
  const { text } = await api.exportFile({ passwordHashes: true })
  for (const digest of digests) expect(text).not.toContain(digest)
})

test('the audit log says who exported how many, before the file is sent', async () => {
  await api.exportFile({ format: 'csv', passwordHashes: true })
  const [row] = await api.store.auditLog.list('app_demo', 'test', 1)
  expect(row).toMatchObject({
    actor: 'admin key tests',
    act: 'members.export',
    subject: 'app_demo',
    detail: { format: 'csv', count: '406', passwordHashes: 'true' },
  })
})

test('parts continue without a gap, and the last one says that it is the last', async () => {
  const emails: string[] = []
  let after: string | null = null
  for (const size of [250, 100, 56]) {
    const part = await api.exported({ limit: size, ...(after !== null && { after }) })
    emails.push(...part.members.map(({ email }) => email))
    expect(part.members).toHaveLength(size)
    after = part.next
    expect(after).toBe(size === 56 ? null : part.members.at(-1)?.['id'])
  }
  expect(emails).toEqual((await api.exported()).members.map(({ email }) => email))
  expect(await api.exportFile({ after: 'mem_sb_nobody' })).toMatchObject({
    status: 404,
    body: { code: 'member-not-found' },
  })
  for (const limit of ['0', 'ten', '10001']) expect((await api.exportFile({ limit })).status).toBe(400)
})

test('another app’s key, and one of the other mode, export no members', async () => {
  for (const scope of [
    { appId: 'app_trusttag', mode: 'test' },
    { appId: 'app_demo', mode: 'live' },
  ] as const) {
    const other = await transfersOf(api, scope)
    expect((await other.exported({ passwordHashes: true })).members).toEqual([])
    expect((await other.exportFile({ after: ada.id })).status).toBe(404)
  }
})

describe('a file is read while it is sent', () => {
  async function startReading() {
    const own = await startWithTransfers()
    onTestFinished(() => own.close())
    await own.imported(
      Array.from({ length: 450 }, (_, at) => ({ email: `many-${at}@example.com`, id: `mem_sb_${at}` })),
    )
    const ask = () => own.request('/admin/export/members', { headers: { 'x-api-key': own.key } })
    return { own, ask }
  }

  test('who joins meanwhile is not in it, who is deleted meanwhile is left out', async () => {
    const { own, ask } = await startReading()
    const reader = (await ask()).body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader?.read())?.value ?? ''
    await own.imported([{ email: 'late@example.com' }])
    await callAdmin(own, own.key, 'removeMember', { member: 'mem_sb_448' })
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) text += part.value
    const emails = JSON.parse(text).members.map(({ email }: { email: string }) => email)
    const left = Array.from({ length: 450 }, (_, at) => `many-${at}@example.com`).filter((_, at) => at !== 448)
    expect(emails).toEqual(left)
  })

  test('a read that is refused at once is an error; a later one breaks the file off, and the log says so', async () => {
    const { own, ask } = await startReading()
    const started = await ask()
    vi.spyOn(own.services.store, 'expensiveRead').mockRejectedValue(new ApiError('server-busy'))
    await expect(started.text()).rejects.toMatchObject({ code: 'server-busy' })
    expect(own.logLines.join('')).toContain('a file ended early')
    expect((await ask()).status).toBe(503)
  })

  test.each(['json', 'csv'])(
    'as %s, it begins with its first members: a refusal of those is an error',
    async (format) => {
      const { own } = await startReading()
      const read = own.services.store.expensiveRead
      const range = vi.spyOn(own.services.store, 'expensiveRead').mockRejectedValue(new ApiError('server-busy'))
      range.mockImplementationOnce((...given) => read(...given))
      expect((await own.exportFile({ format })).status).toBe(503)
      expect(range).toHaveBeenCalledTimes(2)
    },
  )

  test('it is not read faster than it is taken', async () => {
    const { own, ask } = await startReading()
    const reads = vi.spyOn(own.services.store, 'expensiveRead')
    const { body } = await ask()
    const whenNobodyTakesIt = reads.mock.calls.length
    await own.exported()
    expect(whenNobodyTakesIt).toBeLessThan(reads.mock.calls.length - whenNobodyTakesIt - 1)
    await body?.cancel()
  })
})

describe('CSV', () => {
  test('has a line per member, with Memberstack’s headings, and custom fields by key', async () => {
    const { headers, text } = await api.exportFile({ format: 'csv' })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect([data.length, errors]).toEqual([406, []])
    const row = data[1]
    expect(row).toMatchObject({
      'Member ID': ada.id,
      Email: ada.email,
      Verified: 'true',
      'Free Plan IDs': 'pln_free,pln_newsletter',
      'Paid Plan IDs': '',
      'Login Providers': 'google',
      'Login Redirect': '/start',
      'Created At': ada.createdAt,
      Metadata: '{"source":"old, site"}',
      JSON: '{"cart":[1]}',
      newsletter: 'true',
    })
    expect(row).not.toHaveProperty('Password Hash')
  })

  test('contains no spreadsheet formulas', async () => {
    const { text } = await api.exportFile({ format: 'csv' })
    const cells = Papa.parse<string[]>(text.trim()).data.flat()
    expect(cells.filter((cell) => /^[=+\-@\t\r\n]/u.test(cell))).toEqual([])
    expect(cells).toContain(`'${ada.customFields['first-name']}`)
    expect(cells).toContain("''+1")
    expect(cells).toContain("'-3")
  })
})

test('a paid plan moves with its member and is billed by the same provider', async () => {
  const [shop, target] = [await openShop(), await startWithTransfers()]
  onTestFinished(() => target.close())
  const { token, id } = await shop.signUp()
  await shop.pay(await shop.checkout(token, 'prc_pro-monthly'))
  const source = await transfersOf(shop)
  const [held] = await shop.connections(id)
  expect(held).toMatchObject({ planId: 'pln_pro', status: 'ACTIVE', purchase: { amountMinor: 1000 } })
  const { text } = await source.exportFile({ passwordHashes: true })
  expect(await target.imported(text)).toMatchObject({ created: 1, failed: 0 })
  expect(await target.store.planConnections.listByMember(id)).toEqual([held])
  const [bought] = await shop.store.purchases.listByMember(id)
  const [moved] = await target.store.purchases.listByMember(id)
  expect(moved).toMatchObject({
    id: bought?.id,
    sessionId: bought?.sessionId,
    externalId: bought?.externalId,
    status: 'PAID',
  })
  expect((await target.exported()).members).toEqual((await source.exported()).members)

  // One payment is for one member.
  const twice = JSON.parse(text).members.map((member: object) => Object.assign(member, { email: 'other@example.com' }))
  const { errors } = await target.imported(JSON.stringify(twice))
  expect(errors).toEqual([{ row: 1, field: 'plans', code: 'unique-constraint-violation' }])
})
