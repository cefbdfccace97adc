import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aReport, startWithTransfers } from '../../../support/transfers'

let api: Awaited<ReturnType<typeof startWithTransfers>>

beforeAll(async () => {
  api = await startWithTransfers()
})

afterAll(() => api.close())

const csv = { format: 'csv' }
const DATE = 'Write it as YYYY-MM-DD, or with a time as YYYY-MM-DDTHH:MM:SSZ.'
let number = 0
const anEmail = () => `lenient-${(number += 1)}@example.com`
const memberOf = (email: string) => api.store.members.findByEmail('app_demo', 'test', email)
const wrongDates = [
  '04.03.2023',
  '04/03/2023',
  '25.03.2023',
  '44990',
  '2023-02-30',
  '12',
  '2023-03-04 14:05',
  'March 4, 2023',
]

describe.each(['Created At', 'Last Login'])('a date in the column %s', (heading) => {
  test.each(wrongDates)('%s is an error that names the row, the field and the form', async (date) => {
    const [good, bad] = [anEmail(), anEmail()]
    const field = heading === 'Created At' ? 'createdAt' : 'lastLogin'
    const report = await api.imported(`Email,${heading}\n${good},2023-03-04\n${bad},"${date}"\n`, csv)
    expect(report).toEqual(
      aReport({
        total: 2,
        failed: 1,
        errors: [{ row: 2, field, code: 'invalid-field-value', message: DATE }],
      }),
    )
    expect(await memberOf(bad)).toBeNull()
  })
})

test.each(wrongDates)('%s is an error in JSON too', async (date) => {
  const { errors } = await api.imported([{ email: anEmail(), createdAt: date }])
  expect(errors).toEqual([{ row: 1, field: 'createdAt', code: 'invalid-field-value', message: DATE }])
})

test.each([
  ['2023-03-04', '2023-03-04T00:00:00.000Z'],
  [' 2023-03-04 ', '2023-03-04T00:00:00.000Z'],
  ['2023-03-04T05:06:07.089Z', '2023-03-04T05:06:07.089Z'],
  ['2023-03-04T05:06:07+02:00', '2023-03-04T03:06:07.000Z'],
])('the date %j is read', async (date, moment) => {
  const [one, other] = [anEmail(), anEmail()]
  expect(await api.imported(`Email,Created At\n${one},"${date}"\n`, csv)).toEqual(aReport())
  expect(await api.imported([{ email: other, createdAt: date }])).toEqual(aReport())
  for (const email of [one, other]) expect((await memberOf(email))?.createdAt).toBe(Date.parse(moment))
})

test.each([
  ['Verified', 'perhaps', 'verified', 'invalid-field-type', 'Write it as true or false.'],
  ['Verified', '2', 'verified', 'invalid-field-type', 'Write it as true or false.'],
  ['Metadata', '[]', 'metaData', 'invalid-field-type', 'Write it as a JSON object.'],
  ['JSON', '12', 'json', 'invalid-field-type', 'Write it as a JSON object.'],
  ...['0x10', '0b1', '1,5', '1 000', '12,000.50', '€5', '1e999', 'NaN', '9007199254740993', '١٢'].map((text) => [
    'years',
    text,
    'customFields.years',
    'invalid-field-value',
    'Write it in digits, with a point before decimals.',
  ]),
  ['first-day', '04.03.2023', 'customFields.first-day', 'invalid-field-value', 'Write it as YYYY-MM-DD.'],
  ['first-day', '2023-02-30', 'customFields.first-day', 'invalid-field-value', 'Write it as YYYY-MM-DD.'],
  ['newsletter', 'maybe', 'customFields.newsletter', 'invalid-field-value', 'Write it as true or false.'],
])('the column %s does not guess at %j', async (heading, text, field, code, message) => {
  const { errors } = await api.imported(`Email,${heading}\n${anEmail()},"${text}"\n`, csv)
  expect(errors).toEqual([{ row: 1, field, code, message }])
})

test.each([
  ['7', 7],
  ['-1.5', -1.5],
  ['+2', 2],
  ['.5', 0.5],
  ['1e3', 1_000],
])('the number %s is read', async (text, years) => {
  const email = anEmail()
  expect(await api.imported(`Email,years\n${email},${text}\n`, csv)).toEqual(aReport())
  expect((await memberOf(email))?.customFields).toMatchObject({ years })
})

test('a purchase has a real price and real dates', async () => {
  const purchase = {
    id: 'pur_1',
    provider: 'test',
    sessionId: null,
    externalId: null,
    couponId: null,
    priceId: 'prc_pro',
    createdAt: '2023-03-04',
    paymentStatus: 'PAID',
    amountMinor: 500,
    currency: 'usd',
    lastBilledAt: null,
    nextBillingAt: null,
    cancelAt: null,
  }
  for (const wrong of [
    { amountMinor: '5.00' },
    { amountMinor: 5.5 },
    { amountMinor: -5 },
    { currency: 'US$' },
    { createdAt: '04.03.2023' },
  ]) {
    const plans = [{ planId: 'pln_pro', priceId: 'prc_pro', purchase: { ...purchase, ...wrong } }]
    const { errors } = await api.imported([{ email: anEmail(), plans }])
    expect(errors).toMatchObject([{ row: 1, field: 'plans' }])
  }
})

test('a refused import of all or nothing names the form', async () => {
  const { body } = await api.importFile(`Email,Created At\n${anEmail()},04.03.2023\n`, { ...csv, atomic: true })
  expect(body).toMatchObject({
    code: 'import-refused',
    message: `Nothing was imported. Row 1, createdAt: invalid-field-value. ${DATE}`,
  })
})

describe('a spreadsheet’s hint line', () => {
  test.each([
    ['sep=;', ';'],
    ['sep=,', ','],
    ['sep=|', '|'],
    ['sep=\t', '\t'],
    ['sep=^', '^'],
    ['SEP=;', ';'],
    ['"sep=;"', ';'],
    ['sep=;;;', ';'],
    ['sep=,,,', ','],
  ])('%j is no row, and its separator is used', async (hint, separator) => {
    for (const [mark, newline] of [
      ['', '\n'],
      ['\uFEFF', '\r\n'],
      ['', '\r'],
    ]) {
      const email = anEmail()
      const lines = [hint, ['Email', 'company', 'Created At'], [email, 'A, B; C', '04.03.2023']]
      const text = lines
        .map((line) => (typeof line === 'string' ? line : line.map(quote).join(separator)))
        .join(newline)
      const { errors } = await api.imported(`${mark}${text}${newline}`, csv)
      expect(errors).toEqual([{ row: 1, field: 'createdAt', code: 'invalid-field-value', message: DATE }])
      expect(await api.imported(`${mark}${text.replace('04.03.2023', '2023-03-04')}`, csv)).toEqual(aReport())
      expect((await memberOf(email))?.customFields).toMatchObject({ company: 'A, B; C' })
    }
  })

  test('decides against another separator', async () => {
    const answer = await api.importFile(`sep=;\nEmail,company\n${anEmail()},x\n`, csv)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-import-file' } })
  })
})

test.each(['utf-16le', 'utf-16be', 'utf-8'] as const)(
  'a file in %s with a byte order mark is read',
  async (encoding) => {
    const email = anEmail()
    const headers = { 'x-api-key': api.key, 'content-type': 'text/csv' }
    const body = encoded(`\uFEFFsep=\t\r\nEmail\tcompany\r\n${email}\tKüche 🍳\r\n`, encoding)
    const answer = await api.request('/admin/import/members?format=csv', { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    expect((await memberOf(email))?.customFields).toMatchObject({ company: 'Küche 🍳' })
  },
)

const quote = (cell: string): string => `"${cell}"`

function encoded(text: string, encoding: 'utf-16le' | 'utf-16be' | 'utf-8'): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new Uint8Array(Buffer.from(text))
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(encoding === 'utf-16le' ? bytes : bytes.swap16())
}
