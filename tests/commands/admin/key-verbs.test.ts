import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { keyRights } from '../../../contract/admin/rights'
import { adminCommand } from '../../../commands/admin/command'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

const banksFolder = new URL('../../../api/banks/', import.meta.url)
let api: TestApi

beforeEach(async () => {
  api = await startTestApi()
  onTestFinished(() => api.close())
})

/** Runs on the database file of the running API. */
async function create(...argv: string[]) {
  const [lines, complaints]: [string[], string[]] = [[], []]
  const code = await adminCommand(['keys', 'create', ...argv, '--json'], {
    env: { DATA_DIR: api.folder },
    banksFolder,
    print: (line) => void lines.push(line),
    complain: (line) => void complaints.push(line),
  })
  return { code, complaint: complaints.join('\n'), data: code === 0 ? JSON.parse(lines.join('\n')) : null }
}

const codeOf = async (path: string, key: string) => (await api.request(path, { headers: { 'x-api-key': key } })).status

test('a key has the rights that were named, and no other', async () => {
  const { data } = await create('Newsletter', '--rights', 'members.read, audit.read')
  expect(data.rights).toEqual(['members.read', 'audit.read'])
  expect(await codeOf('/admin/members', data.key)).toBe(200)
  expect(await codeOf('/admin/audit-log', data.key)).toBe(200)
  expect(await codeOf('/admin/figures?from=2026-11-01&to=2026-11-02', data.key)).toBe(403)
  const [act] = await api.store.auditLog.list('app_demo', 'test', 1)
  expect(act).toMatchObject({
    act: 'secret-key.create',
    detail: { name: 'Newsletter', rights: 'members.read, audit.read' },
  })
})

test('without --rights it has all that a key can have', async () => {
  const { data } = await create('CRM')
  expect(data.rights).toEqual(keyRights)
  expect(await codeOf('/admin/figures?from=2026-11-01&to=2026-11-02', data.key)).toBe(200)
})

test.each(['team.write', 'members.impersonate', 'members.red', '', 'members.read,'])(
  'the right "%s" is refused, and no key is made',
  async (right) => {
    const { code, complaint } = await create('CRM', '--rights', right)
    expect([code, complaint]).toEqual([2, expect.stringContaining('is not a right of keys. Use: members.read,')])
    expect(api.dumpDatabase()['secret_keys']).toEqual([])
  },
)
