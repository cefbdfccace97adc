import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithTransfers } from '../../../support/transfers'

let api: Awaited<ReturnType<typeof startWithTransfers>>

beforeAll(async () => {
  api = await startWithTransfers()
})

afterAll(() => api.close())

test.for([
  ['json', '{"members": "none"}', 'invalid-import-file'],
  ['json', '{"not": "json"', 'invalid-import-file'],
  ['json', 'null', 'invalid-import-file'],
  ['json', '', 'required-field-missing'],
  ['csv', 'Name,Plan\nAda,pln_free\n', 'invalid-import-file'],
  ['csv', 'Email,E-Mail\na@b.de,c@d.de\n', 'invalid-import-file'],
  ['csv', 'Email,Name\n"a@b.de,Ada\n', 'invalid-import-file'],
  ['xml', '<members/>', 'invalid-field-value'],
])('refuses %s %j with a reason', async ([format, content, code]) => {
  const before = api.dumpDatabase()
  const answer = await api.importFile(content ?? '', { format })
  expect(answer).toMatchObject({ status: 400, body: { code } })
  expect(membersIn(api.dumpDatabase())).toEqual(membersIn(before))
})

test('refuses ten thousand and one members', async () => {
  const json = JSON.stringify(Array.from({ length: 10_001 }, () => ({})))
  expect(await api.importFile(json)).toMatchObject({ status: 413, body: { code: 'too-many-import-rows' } })
  const csv = `Email\n${'a@example.com\n'.repeat(10_001)}`
  expect(await api.importFile(csv, { format: 'csv' })).toMatchObject({ body: { code: 'too-many-import-rows' } })
})

test('refuses more than 20 MB unread', async () => {
  expect(await api.importFile(' '.repeat(20_000_001))).toMatchObject({
    status: 413,
    body: { code: 'request-too-large' },
  })
})

test('refuses a file that is not UTF-8, because reading would change it', async () => {
  const body = new Uint8Array([...Buffer.from('Email,first-name\na@example.com,J'), 0xf6, ...Buffer.from('rg\n')])
  const headers = { 'x-api-key': api.key, 'content-type': 'text/csv' }
  const answer = await api.request('/admin/import/members?format=csv', { method: 'POST', headers, body })
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid-import-file'])
})

const membersIn = ({ members, audit_log: audit }: Record<string, unknown[]>) => ({ members, audit })
