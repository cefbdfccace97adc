import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foreignHashes } from '../../../support/foreign-hashes'
import { aReport, startWithTransfers } from '../../../support/transfers'

let api: Awaited<ReturnType<typeof startWithTransfers>>

beforeAll(async () => {
  api = await startWithTransfers()
})

afterAll(() => api.close())

const memberOf = (email: string) => api.store.members.findByEmail('app_demo', 'test', email)
const csv = { format: 'csv' }

test('reads a file for Memberstack’s own import', async () => {
  const [made] = foreignHashes
  const file = `Email Address,Hashed Password,Member ID,First name,Free Plan ID(s),Login Redirect,JSON,Metadata,Stripe Customer ID,Stripe Subscription ID
grace@example.com,${made.hash},mem_sb_grace,Grace,"pln_free,pln_newsletter",/start,"{""rank"":""Admiral""}","{""from"":""navy""}",cus_Grace,sub_123
`
  expect(await api.imported(file, csv)).toEqual(aReport({ ignoredFields: ['Stripe Subscription ID'] }))
  expect(await memberOf('grace@example.com')).toMatchObject({
    id: 'mem_sb_grace',
    passwordHash: made.hash,
    customFields: { 'first-name': 'Grace' },
    loginRedirect: '/start',
    json: { rank: 'Admiral' },
    metaData: { from: 'navy' },
    stripeCustomerId: 'cus_Grace',
  })
  const plans = await api.store.planConnections.listByMember('mem_sb_grace')
  expect(plans.map(({ planId }) => planId).toSorted()).toEqual(['pln_free', 'pln_newsletter'])
  expect((await api.call('login', { email: 'grace@example.com', password: made.password })).status).toBe(200)
})

describe('the dialects of spreadsheets', () => {
  const lines = [
    [
      'E-MAIL',
      ' created_at ',
      'Custom Field: company',
      'Last Name',
      'years of practice',
      'email verified',
      'Shoe size',
    ],
    ['D@example.com', '2021-03-04', 'A; B', '"Lee, Ann"', '7', 'Yes', '43'],
  ]
  const quoted = lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`))

  test.for([
    ['commas and LF', ',', '\n', ''],
    ['semicolons, CRLF and a mark before the text', ';', '\r\n', '\uFEFF'],
    ['tabs and CR', '\t', '\r', '\uFEFF'],
  ] as const)('%s', async ([, delimiter, newline, mark], { task }) => {
    const email = `${task.id.toLowerCase()}@example.com`
    const rows = quoted.map((cells) => cells.join(delimiter))
    const file = `${mark}${rows.join(newline)}${newline}${newline}`.replace('D@example.com', email.toUpperCase())
    expect(await api.imported(file, csv)).toEqual(aReport({ ignoredFields: ['Shoe size'] }))
    expect(await memberOf(email)).toMatchObject({
      verified: true,
      createdAt: Date.UTC(2021, 2, 4),
      customFields: { company: 'A; B', 'last-name': '"Lee, Ann"', years: 7 },
    })
  })
})

test('line breaks, quotation marks and formula marks in a cell survive a round trip', async () => {
  const file = 'Email,about,company,first-name\r\nq@example.com,"one\r\n""two""","\'=1+1",\'+49\r\n'
  expect(await api.imported(file, csv)).toEqual(aReport())
  expect((await memberOf('q@example.com'))?.customFields).toEqual({
    about: 'one\r\n"two"',
    company: '=1+1',
    'first-name': '+49',
  })
})

test('too many cells, or invalid JSON in a cell, are an error of that row only', async () => {
  const file = 'Email,Metadata,JSON\nr1@example.com,,,surplus\nr2@example.com,{broken,[]\nr3@example.com,,\n'
  expect(await api.imported(file, csv)).toEqual(
    aReport({
      total: 3,
      failed: 2,
      errors: [
        { row: 1, field: 'row', code: 'invalid-field-type' },
        { row: 2, field: 'metaData', code: 'invalid-field-type', message: 'Write it as a JSON object.' },
        { row: 2, field: 'json', code: 'invalid-field-type', message: 'Write it as a JSON object.' },
      ],
    }),
  )
})

test('a plain-text password is never read as a hash', async () => {
  const { errors } = await api.imported('Email,Password\np@example.com,open sesame\n', csv)
  expect(errors).toEqual([{ row: 1, field: 'passwordHash', code: 'unsupported-password-hash' }])
})
