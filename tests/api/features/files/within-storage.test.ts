import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModeStorageLimits } from '../../../../api/features/files/account-storage'
import { storageLimitsWith } from '../../../../api/features/files/account-storage'
import { networksOf } from '../../../../api/http/rate-limits/limiter'
import { storageLimits } from '../../../../contract/storage-limits'
import { hugeStorageLimits } from '../../../support/huge-storage-limits'
import { completedAttempt, openWorkSamples } from '../../../support/open-work-samples'
import type { Holder, WorkSampleApi } from '../../../support/open-work-samples'
import { APP_CACHED_MS } from '../../../support/start-api'
import { pdf } from '../../../support/sample-files'

let api: WorkSampleApi
beforeEach(async () => void (api = await openWorkSamples({ trustProxyHops: 1 })))
afterEach(() => api.close())

const limit = (changes: Partial<ModeStorageLimits>) =>
  Object.assign(api.services, {
    storageLimits: { ...hugeStorageLimits, test: { ...hugeStorageLimits.test, ...changes } },
  })

const store = (holder: Holder, chars: number) =>
  api.call('updateMemberJson', { json: { text: 'x'.repeat(chars) } }, holder.how)
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer
  return status === 200 ? 200 : `${status} ${body.code}`
}
const memberOf = async ({ attemptId }: Holder) => (await api.store.attempts.find(attemptId))!.memberId!
const verify = async (holder: Holder) => api.store.members.update(await memberOf(holder), { verified: true })
const announce = (holder: Holder, sizeBytes: number) =>
  api.call('startWorkSample', { attemptId: holder.attemptId, name: 'plan.pdf', type: '', sizeBytes }, holder.how)

describe('an account', () => {
  it('without a verified email stores little, learns what to do, and stores more once it is verified', async () => {
    limit({ unverifiedAccount: 50_000 })
    const holder = await api.holder()
    expect(await codeOf(store(holder, 40_000))).toBe(200)
    const { body } = await store(holder, 60_000)
    expect(body).toEqual({
      code: 'storage-needs-verified-email',
      message: 'Accounts without a verified email can store 0.05 MB. Verify your email address to store more.',
    })
    expect(await codeOf(announce(holder, 20_000))).toBe('409 storage-needs-verified-email')
    await verify(holder)
    expect(await codeOf(store(holder, 60_000))).toBe(200)
    expect(await codeOf(announce(holder, 20_000))).toBe(200)
  })

  it('that is over its limit still deletes and shrinks', async () => {
    const holder = await api.holder()
    await store(holder, 90_000)
    const sampleId = (await announce(holder, 10_000)).data.id
    limit({ unverifiedAccount: 50_000 })
    expect(await codeOf(store(holder, 80_000))).toBe(200)
    expect(await codeOf(store(holder, 80_001))).toBe('409 storage-needs-verified-email')
    expect(await codeOf(api.call('deleteWorkSample', { sampleId }, holder.how))).toBe(200)
    expect(await codeOf(store(holder, 10))).toBe(200)
  })

  it('has a limit when it is verified, too', async () => {
    limit({ account: 50_000 })
    const holder = await api.holder()
    await verify(holder)
    const { status, body } = await store(holder, 60_000)
    expect([status, body.code, body.message]).toEqual([
      409,
      'storage-account-full',
      'An account can store 0.05 MB. Delete something first.',
    ])
  })

  it('counts comments and records of data tables', async () => {
    const { tokens } = (await api.call('signup', { email: 'ann@example.com', password: 'long enough' })).data
    const how = { token: tokens.accessToken }
    limit({ unverifiedAccount: 25_000 })
    // A comment stores its source, its HTML and its tree.
    const post = (content: string) => api.call('createPost', { channelKey: 'guestbook', content }, how)
    const record = (title: string) => api.call('createDataRecord', { table: 'notes', data: { title } }, how)
    expect(await codeOf(post('a'.repeat(5_000)))).toBe(200)
    expect(await codeOf(record('a'.repeat(5_000)))).toBe(200)
    expect(await codeOf(post('a'.repeat(5_000)))).toBe('409 storage-needs-verified-email')
    expect(await codeOf(record('a'.repeat(5_000)))).toBe('409 storage-needs-verified-email')
    expect(await codeOf(post('short'))).toBe(200)
  })
})

describe('uploads at once', () => {
  it('never exceed the space of an account, and free it when they are dropped', async () => {
    limit({ account: 100_000 })
    const holder = await api.holder()
    await verify(holder)
    const answers = await Promise.all(Array.from({ length: 8 }, () => announce(holder, 30_000)))
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(3)
    await api.call('deleteWorkSample', { sampleId: taken[0]!.data.id }, holder.how)
    expect(await codeOf(announce(holder, 30_000))).toBe(200)
    expect(await codeOf(announce(holder, 30_000))).toBe('409 storage-account-full')
    api.clock.advance(25 * 3_600_000)
    const { sweepWorkSamples } = await import('../../../../api/features/work-samples/upload')
    await sweepWorkSamples(api.services)
    const { bytes } = (await api.store.storage.account(await memberOf(holder)))!
    expect(bytes).toBeLessThan(10_000)
  })

  it('of many accounts never pass the total of the app, nor that of unverified accounts', async () => {
    const [first, second, third] = [await api.holder(), await api.holder(), await api.holder()]
    for (const holder of [first, second]) await verify(holder)
    const { verified, unverified } = await api.store.storage.total('app_trusttag', 'test')
    limit({ total: verified + unverified + 100_000, unverifiedTotal: unverified + 20_000 })
    const refused = await announce(third, 30_000)
    expect([refused.status, refused.body.code]).toEqual([409, 'storage-needs-verified-email'])
    expect(refused.body.message).toContain('This site’s storage for accounts without a verified email is full.')
    const answers = await Promise.all(
      [first, second, first, second, first, second].map((holder) => announce(holder, 30_000)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect([...new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))]).toEqual([
      'storage-app-full',
    ])
    expect(await codeOf(store(first, 20_000))).toBe('507 storage-app-full')
    // Sign-up and login still work.
    expect((await api.holder()).how.token).toMatch(/./u)
  })
})

describe('an address', () => {
  it('adds so much on one day, whatever its accounts are, and again the next day', async () => {
    limit({ perAddressAndDay: 100_000, unverifiedPerAddressAndDay: 50_000 })
    const [one, other] = [await api.holder(), await api.holder()]
    expect(await codeOf(announce(one, 30_000))).toBe(200)
    expect(await codeOf(announce(other, 30_000))).toBe('409 storage-needs-verified-email')
    expect(await codeOf(store(other, 30_000))).toBe('409 storage-needs-verified-email')
    for (const holder of [one, other]) await verify(holder)
    expect(await codeOf(announce(other, 50_000))).toBe(200)
    const refused = await announce(other, 50_000)
    expect([refused.status, refused.body.code, refused.body.retryAfterSeconds]).toEqual([
      429,
      'storage-address-full',
      15 * 3_600,
    ])
    expect(
      await codeOf(
        api.call('updateMemberJson', { json: { text: 'x'.repeat(50_000) } }, { ...other.how, address: '192.0.2.7' }),
      ),
    ).toBe(200)
    api.clock.advance(15 * 3_600_000)
    expect(await codeOf(announce(other, 50_000))).toBe(200)
  })

  it('does not pay for an upload that was refused', async () => {
    limit({ unverifiedPerAddressAndDay: 50_000, unverifiedAccount: 20_000 })
    const holder = await api.holder()
    for (let count = 0; count < 3; count += 1)
      expect(await codeOf(announce(holder, 30_000))).toBe('409 storage-needs-verified-email')
    expect(await codeOf(announce(holder, 10_000))).toBe(200)
  })

  it('is a whole IPv6 site, which has eight times as much', async () => {
    limit({ unverifiedPerAddressAndDay: 10_000 })
    const codes: (string | number)[] = []
    for (let net = 0; net < 12; net += 1) {
      const account = { email: `six${net}@example.com`, password: 'long enough' }
      const address = `2001:db8:7:${(net * 256).toString(16)}::1`
      codes.push(
        await codeOf(api.call('signup', { ...account, customFields: { company: 'x'.repeat(7_000) } }, { address })),
      )
    }
    expect(codes.slice(0, 9)).toEqual(Array(9).fill(200))
    expect(codes.at(-1)).toBe('409 storage-needs-verified-email')
  })

  it('bounds visitors, who have no account', async () => {
    const record = (text: string) => api.call('createDataRecord', { table: 'open', data: { text } })
    const app = (await api.store.apps.findById('app_demo'))!
    const rules = {
      readRule: 'PUBLIC',
      createRule: 'PUBLIC',
      updateRule: 'ADMIN_ONLY',
      deleteRule: 'ADMIN_ONLY',
    } as const
    const field = { ...app.dataTables[0]!.fields[0]!, key: 'text', name: 'Text' }
    await api.store.apps.replace({
      ...app,
      dataTables: [...app.dataTables, { ...app.dataTables[0]!, key: 'open', name: 'Open', ...rules, fields: [field] }],
    })
    api.clock.advance(APP_CACHED_MS)
    limit({ unverifiedPerAddressAndDay: 20_000 })
    expect(await codeOf(record('a'.repeat(9_000)))).toBe(200)
    expect(await codeOf(record('a'.repeat(9_000)))).toBe(200)
    expect(await codeOf(record('a'.repeat(9_000)))).toBe('409 storage-needs-verified-email')
  })
})

it('a nearly full disk refuses writes of members, and still lets them log in', async () => {
  const holder = await api.holder()
  Object.assign(api.services, { hasDiskRoom: async () => false })
  expect(await codeOf(store(holder, 100))).toBe('503 service-unavailable')
  expect(
    await codeOf(api.call('login', { email: 'holder1@example.com', password: 'long enough' }, { app: 'app_trusttag' })),
  ).toBe(200)
  expect((await api.holder()).how.token).toMatch(/./u)
})

it('a stored work sample uses its stored size', async () => {
  const holder = await api.holder()
  const before = (await api.store.storage.account(await memberOf(holder)))!.bytes
  await api.upload(holder, 'plan.pdf', pdf(9_000))
  expect((await api.store.storage.account(await memberOf(holder)))!.bytes - before).toBe(9_500)
  await completedAttempt(api, null)
})

it('the limits of Test Mode are smaller, and an unverified account has its member JSON and a picture in every mode', () => {
  for (const key of ['unverifiedAccount', 'account', 'unverifiedPerAddressAndDay', 'perAddressAndDay'] as const)
    expect(storageLimits.test[key]).toBeLessThan(storageLimits.live[key])
  expect(storageLimits.test.unverifiedAccount).toBeGreaterThan(2_000_000)
  expect(storageLimitsWith({ live: 1_000, test: 100 })).toMatchObject({
    live: { total: 1_000, unverifiedTotal: 100 },
    test: { total: 100, unverifiedTotal: 10 },
  })
})

it.each([
  ['192.0.2.1', ['192.0.2.1']],
  ['unknown', ['unknown']],
  ['2001:db8:1:2f3::/64', ['2001:db8:1:2f3::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8:0:7::/64', ['2001:db8:0:7::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
])('%s uses the storage of %j', (address, networks) => {
  expect(networksOf(address).map(({ key }) => key)).toEqual(networks)
  expect(networksOf(address).map(({ times }) => times)).toEqual([1, 4, 8].slice(0, networks.length))
})
