import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { AppDefinitionError, readDefinition } from '../../../../api/features/apps/read-definition'
import { toIdentity } from '../../../../api/features/social/oauth'
import { aReport, startWithTransfers } from '../../../support/transfers'
import { callAdmin } from '../../../support/admin-calls'
import { openTestServices } from '../../../support/open-test-services'
import { shipped } from '../apps/complaints'
import { openLibrary } from '../data-tables/open-library'
import { adminSchemas } from '../../../../contract/admin/schemas'

const password = 'correct horse'
const stored = 'joe@xn--mnchen-3ya.de'
const spellings = ['joe@münchen.de', 'Joe@mu\u0308nchen.de', stored]

describe.each(spellings)('an account made as %s', (made) => {
  test.each(spellings)('is the one that logs in as %s', async (typed) => {
    const services = await openTestServices()
    const { member } = (await services.call('signup', { email: made, password })).data
    expect(member.auth.email).toBe(stored)
    expect((await services.call('login', { email: typed, password })).data.member.id).toBe(member.id)
    await expect(services.call('signup', { email: typed, password })).rejects.toMatchObject({
      code: 'email-already-in-use',
    })
    await services.call('sendResetPasswordEmail', { email: typed })
    expect((await services.mails()).at(-1)).toMatchObject({ to: stored })
  })
})

test.each(["o'brien@example.com", 'r&d@example.com', stored])('%s signs up, logs in and gets mail', async (email) => {
  const services = await openTestServices()
  const { member, tokens } = (await services.call('signup', { email, password })).data
  expect(member.auth.email).toBe(email)
  expect((await services.call('login', { email, password })).data.member.id).toBe(member.id)
  await services.call('sendPasswordlessLoginEmail', { email })
  expect((await services.mails()).at(-1)).toMatchObject({ to: email })
  await services.call('updateMemberAuth', { email: `new-${email}` }, await services.as(tokens.accessToken))
  expect((await services.mails()).some(({ to }) => to === `new-${email}`)).toBe(true)
})

test('a provider’s address is read by the same rule', () => {
  const claimed = { subject: '1', emailVerified: true, firstName: null, lastName: null }
  for (const email of ["o'brien@example.com", 'r&d@example.com', stored, 'JOE@münchen.de'])
    expect(toIdentity('google', { ...claimed, email })).toMatchObject({
      email: email.startsWith('JOE') ? stored : email,
      emailVerified: true,
    })
})

describe('the admin API', () => {
  let api: Awaited<ReturnType<typeof startWithTransfers>>
  beforeAll(async () => {
    api = await startWithTransfers()
  })
  afterAll(() => api.close())

  const call = (...sent: [Parameters<typeof callAdmin>[2], object]) => callAdmin(api, api.key, sent[0], { ...sent[1] })

  test('imports such addresses, and both spellings of one in a file are one row', async () => {
    const content = "Email\no'brien@example.com\njoe@xn--mnchen-3ya.de\nr&d@example.com\njoe@münchen.de\n"
    expect(await api.imported(content, { format: 'csv' })).toEqual(
      aReport({ total: 4, created: 3, failed: 1, errors: [{ row: 4, field: 'email', code: 'duplicate-row' }] }),
    )
  })

  test('finds a member by either spelling, and by what a person reads', async () => {
    await api.imported([{ email: 'ida@bücher.example' }])
    for (const search of ['ida@bücher.example', 'ida@xn--bcher-kva.example', 'bücher', 'Bu\u0308cher.example'])
      expect([search, (await call('listMembers', { search })).text]).toEqual([
        search,
        expect.stringContaining('ida@xn--bcher-kva.example'),
      ])
    expect((await call('listMembers', { email: 'ida@bücher.example' })).text).toContain('ida@xn--bcher-kva.example')
    expect((await call('retrieveMember', { member: 'ida@BÜCHER.example' })).status).toBe(200)
  })
})

test('a data table stores an address with its domain in ASCII', async () => {
  const { make } = await openLibrary()
  for (const contact of ["Shop.O'Brien@example.com", 'r&d@example.com'])
    expect((await make('books', { title: 'A', contact })).data).toMatchObject({ contact })
  expect((await make('books', { title: 'A', contact: 'Shop@münchen.de' })).data).toMatchObject({
    contact: 'Shop@xn--mnchen-3ya.de',
  })
})

test('an app definition takes such addresses for its reader, its moderators and its sender', () => {
  const read = (email: string) =>
    readDefinition(
      'app',
      JSON.stringify({
        ...shipped('app_demo'),
        inbox: { ownerEmail: email },
        comments: { moderators: [email] },
        mail: { sender: { name: 'Demo', address: email } },
      }),
    )
  expect(read("O'Brien@münchen.de")).toMatchObject({
    inbox: { ownerEmail: "O'Brien@xn--mnchen-3ya.de" },
    comments: { moderators: ["o'brien@xn--mnchen-3ya.de"] },
    mail: { sender: { address: "O'Brien@xn--mnchen-3ya.de" } },
  })
  expect(() => read('nobody')).toThrow(
    new AppDefinitionError('app', [
      'inbox.ownerEmail: must be an email address',
      'comments.moderators.0: must be an email address',
    ]),
  )
})

test('the mail that tests a mail server goes to such addresses', () => {
  const { input } = adminSchemas.sendTestMail
  expect(v.parse(input, { email: " o'brien@münchen.de " })).toEqual({ email: "o'brien@xn--mnchen-3ya.de" })
  expect(v.is(input, { email: 'nobody' })).toBe(false)
})
