import { PassThrough } from 'node:stream'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { adminCommand, openTerminal } from '../../../commands/admin/command'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

let api: TestApi

// The server stays open on the same database.
beforeEach(async () => {
  api = await startTestApi()
  onTestFinished(() => api.close())
})

/** @param typed terminal input; undefined without a terminal */
async function create(words: readonly string[], typed?: string) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const [input, output] = [new PassThrough(), new PassThrough()]
  if (typed !== undefined) input.end(typed)
  const terminal = typed === undefined ? null : openTerminal(input, output)
  const code = await adminCommand(['apps', 'create', ...words], {
    env: { DATA_DIR: api.folder, PUBLIC_API_URL: 'http://localhost:4001' },
    banksFolder: new URL('../../../api/banks/', import.meta.url),
    terminal,
    print: say,
    complain: say,
  })
  terminal?.close()
  return { code, output: lines.join('\n'), asked: String(output.read() ?? '') }
}

const OPTIONS = ['--domains', 'acme.example', '--sign-in', 'both', '--sender', 'hi@acme.example', '--verify', 'no']
const stored = async (id: string) => (await api.store.apps.list()).find((app) => app.id === id)
const appIds = async () => (await api.store.apps.list()).map(({ id }) => id)

test('with all options it asks nothing: it creates the app, its keys and its tag, and writes to the audit log', async () => {
  const { code, output, asked } = await create(['--name', 'Acme & Söhne', ...OPTIONS], '')
  expect([code, asked]).toEqual([0, ''])
  const app = (await stored('app_acme-sohne'))!
  expect(app).toMatchObject({
    name: 'Acme & Söhne',
    liveDomains: ['acme.example'],
    verificationMailOnSignup: false,
    mail: { sender: { name: 'Acme & Söhne', address: 'hi@acme.example' } },
    passwordless: { enabled: true, isDefault: false },
  })
  expect(app.keys.test).toMatch(/^pk_sb_[0-9a-f]{32}$/u)
  expect(app.keys.live).toMatch(/^pk_[0-9a-f]{32}$/u)
  const secret = /sk_sb_\S+/u.exec(output)?.[0] ?? ''
  for (const shown of [
    `<script src="http://localhost:4001/membership.js?app=${app.id}" data-memberstack-app="${app.id}"></script>`,
    app.keys.test,
    app.keys.live,
  ])
    expect(output).toContain(shown)
  expect((await api.call('getApp', {}, { key: app.keys.test })).data).toMatchObject({ id: app.id })
  const admin = await api.request('http://localhost:4001/admin/plans', { headers: { 'x-api-key': secret } })
  expect([admin.status, await admin.json()]).toEqual([200, { data: [] }])
  expect(JSON.stringify(api.dumpDatabase())).not.toContain(secret)
  expect((await api.store.auditLog.list(app.id, 'test', 10)).map(({ act }) => act).toSorted()).toEqual([
    'app.add',
    'secret-key.create',
  ])
})

test('it asks five questions, repeats invalid ones, and an empty line takes the default', async () => {
  const typed = [
    '',
    'Acme',
    'a b',
    'https://www.Acme.example/start, acme.example',
    'sms',
    '',
    'nobody',
    'hi@acme.example',
    '',
  ]
  const { code, asked } = await create([], `${typed.join('\n')}\n`)
  expect(code).toBe(0)
  // Each typed line answers one question.
  expect(asked.match(/: (?=[A-Z]|$)/gu)).toHaveLength(typed.length)
  expect(asked).toContain('Enter host names, such as www.example.com')
  expect(await stored('app_acme')).toMatchObject({
    liveDomains: ['www.acme.example', 'acme.example'],
    passwordless: { enabled: true, isDefault: false },
    verificationMailOnSignup: true,
  })
})

test('an app of the same name gets its own ID and keys', async () => {
  const before = await appIds()
  await create(['--name', 'Acme', ...OPTIONS])
  await create(['--name', 'Acme', ...OPTIONS])
  const made = (await api.store.apps.list()).filter(({ id }) => !before.includes(id))
  expect(made.map(({ id }) => id)).toEqual(['app_acme', expect.stringMatching(/^app_acme-[0-9a-f]{8}$/u)])
  expect(new Set(made.flatMap(({ keys }) => [keys.test, keys.live])).size).toBe(4)
})

test.each([
  ['missing options without a terminal', ['--name', 'Acme'], undefined, 2, /No terminal to ask questions/u],
  ['an invalid option', ['--name', 'Acme', ...OPTIONS, '--sender', 'nobody'], undefined, 2, /--sender: Enter an/u],
  ['an input that ends', ['--name', 'Acme'], 'acme.example\n', 2, /No app was created/u],
  ['an ID that an app has', ['--name', 'Acme', ...OPTIONS, '--app', 'app_demo'], undefined, 1, /an app with this ID/u],
  ['an invalid ID', ['--name', 'Acme', ...OPTIONS, '--app', 'Acme'], undefined, 1, /id: /u],
])('%s: nothing is created', async (_, words, typed, code, sentence) => {
  const before = api.dumpDatabase()
  expect(await create(words, typed)).toMatchObject({ code, output: expect.stringMatching(sentence) })
  expect(api.dumpDatabase()).toEqual(before)
})
