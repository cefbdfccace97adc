import { afterAll, beforeAll, expect, test } from 'vitest'
import { foreignHashes } from '../../../support/foreign-hashes'
import { aReport, startWithTransfers } from '../../../support/transfers'
import { moveEmail } from '../../../support/move-email'

let api: Awaited<ReturnType<typeof startWithTransfers>>

beforeAll(async () => {
  api = await startWithTransfers()
})

afterAll(() => api.close())

let number = 0
const anEmail = () => `import-${(number += 1)}@example.com`
const memberOf = (email: string) => api.store.members.findByEmail('app_demo', 'test', email)

test('an existing member is skipped, so that an interrupted import can be repeated', async () => {
  const [one, two] = [anEmail(), anEmail()]
  await api.imported([{ email: one, customFields: { company: 'First' } }])
  const again = [{ email: one, customFields: { company: 'Second' } }, { email: two }]
  expect(await api.imported(again)).toEqual(aReport({ total: 2, skipped: 1 }))
  expect(await memberOf(one)).toMatchObject({ customFields: { company: 'First' } })
})

test('an existing member is changed on request: the file’s fields, and no password', async () => {
  const email = anEmail()
  const { data } = await api.call('signup', {
    email,
    password: 'analytical',
    customFields: { company: 'A', about: 'me' },
  })
  const before = await memberOf(email)
  const entry = {
    id: 'mem_sb_another',
    email,
    verified: true,
    passwordHash: foreignHashes[0].hash,
    customFields: { company: 'B' },
    metaData: { a: 1 },
    createdAt: '2020-01-01T00:00:00Z',
    plans: ['pln_free'],
    providers: [{ provider: 'dribbble', accountId: 'd1' }],
  }
  const report = aReport({ created: 0, updated: 1 })
  expect(await api.imported([entry], { onConflict: 'update' })).toEqual(report)
  expect(await api.imported([{ ...entry, verified: false }], { onConflict: 'update' })).toEqual(report)
  expect(await memberOf(email)).toEqual({
    ...before,
    verified: true,
    customFields: { company: 'B', about: 'me' },
    metaData: { a: 1 },
    providers: ['dribbble'],
  })
  expect(await api.store.planConnections.listByMember(data.member.id)).toHaveLength(1)
  expect((await api.call('getMember', {}, { token: data.tokens.accessToken })).data?.id).toBe(data.member.id)
})

test('an existing member stops the import on request, before anything is written', async () => {
  const [one, two] = [anEmail(), anEmail()]
  await api.imported([{ email: one }])
  const before = api.dumpDatabase()
  const { status, body } = await api.importFile(JSON.stringify([{ email: two }, { email: one }]), {
    onConflict: 'fail',
  })
  expect([status, body]).toEqual([
    409,
    { code: 'import-refused', message: 'Nothing was imported. Row 2, email: email-already-in-use.' },
  ])
  expect(withoutKeyUse(api.dumpDatabase())).toEqual(withoutKeyUse(before))
})

test('an address given up recently stays reserved', async () => {
  const email = anEmail()
  const { data } = await api.call('signup', { email, password: 'analytical' })
  await api.store.members.update(data.member.id, { verified: true })
  const token = data.tokens.accessToken
  await moveEmail(api, anEmail(), { token })
  const { errors } = await api.imported([{ email }])
  expect(errors).toEqual([{ row: 1, field: 'email', code: 'email-already-in-use' }])
})

/** Every call changes a key's last use. */
function withoutKeyUse(dump: Record<string, unknown[]>): Record<string, unknown[]> {
  const { secret_keys: _keys, ...rest } = dump
  return rest
}
