import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCommand } from '../../../commands/admin/command'
import { foreignHashes } from '../../support/foreign-hashes'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'
import { tempFolder } from '../../support/temp-folder'

let api: TestApi
let folder: string

// The server stays open on the same database.
beforeAll(async () => {
  api = await startTestApi()
})

beforeEach(() => {
  folder = tempFolder()
})

afterAll(() => api.close())

async function admin(...words: string[]) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await adminCommand(['members', ...words], {
    env: { DATA_DIR: api.folder },
    banksFolder: new URL('../../../api/banks/', import.meta.url),
    print: say,
    complain: say,
  })
  return { code, output: lines.join('\n') }
}

function aFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const audited = async () =>
  (await api.store.auditLog.list('app_demo', 'test', 100)).map(({ actor, act }) => `${actor}: ${act}`)

test('a file is imported after a dry run, and exported readable by its owner only', async () => {
  const [{ hash, password }] = foreignHashes
  const source = aFile(
    'members.csv',
    `Email,Password Hash,company,Shoe size\nada@example.com,${hash},Analytical,43\nx,,,\n`,
  )
  const look = await admin('import', source, '--dry-run', 'yes')
  expect(look).toEqual({
    code: 0,
    output: [
      'app_demo, Test Mode',
      'Dry run: 1 created, 0 updated, 0 skipped, 1 failed. Nothing was changed.',
      '  row 2  email  invalid-email',
      'Unknown fields were ignored: Shoe size.',
    ].join('\n'),
  })
  expect(await api.store.members.findByEmail('app_demo', 'test', 'ada@example.com')).toBeNull()
  const done = await admin('import', source)
  expect(done.output).toContain('1 created, 0 updated, 0 skipped, 1 failed.')
  expect((await api.call('login', { email: 'ada@example.com', password })).status).toBe(200)

  const target = join(folder, 'out.json')
  const taken = await admin('export', target, '--password-hashes', 'yes', '--json')
  expect(JSON.parse(taken.output)).toEqual({ app: 'app_demo', mode: 'test', file: target, format: 'json', count: 1 })
  expect(statSync(target).mode & 0o777).toBe(0o600)
  const { members } = JSON.parse(readFileSync(target, 'utf8'))
  expect(members).toMatchObject([{ email: 'ada@example.com', passwordHash: expect.stringContaining('$argon2id$') }])
  expect((await audited()).slice(0, 2)).toEqual(['owner command: members.export', 'owner command: members.import'])
})

test('an existing file is never overwritten', async () => {
  const target = aFile('kept.csv', 'mine')
  const { code, output } = await admin('export', target)
  expect([code, output]).toEqual([1, expect.stringContaining('kept.csv')])
  expect(readFileSync(target, 'utf8')).toBe('mine')
})

test('a refused file gives one sentence, and nothing is imported', async () => {
  const bad = aFile('bad.json', '[{"email":"grace@example.com"},{"email":"x"}]')
  expect(await admin('import', bad, '--atomic', 'yes')).toEqual({
    code: 1,
    output: 'Nothing was imported. Row 2, email: invalid-email.',
  })
  const latin = aFile('latin.csv', Buffer.from('Email,company\nj@example.com,J\u00f6rg\n', 'latin1'))
  expect(await admin('import', latin)).toMatchObject({ code: 1, output: expect.stringContaining('not UTF-8') })
  expect((await admin('import', join(folder, 'nothing.json'))).output).toContain('Could not read')
  for (const email of ['grace@example.com', 'j@example.com']) {
    expect(await api.store.members.findByEmail('app_demo', 'test', email)).toBeNull()
  }
})

test.for([
  ['import'],
  ['import', 'a.json', 'b.json'],
  ['import', 'a.json', '--format', 'xml'],
  ['import', 'a.json', '--on-conflict', 'ask'],
  ['import', 'a.json', '--dry-run', 'maybe'],
  ['export'],
  ['export', 'a.json', '--dry-run', 'yes'],
])('members %j is invalid usage', async (words) => {
  expect((await admin(...words)).code).toBe(2)
})
