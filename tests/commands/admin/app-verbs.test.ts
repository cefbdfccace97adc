import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { AppDefinition } from '../../../api/features/apps/definition'
import { adminCommand } from '../../../commands/admin/command'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

let api: TestApi

// The server's database stays open while the command works on it.
beforeEach(async () => {
  api = await startTestApi()
  onTestFinished(() => api.close())
})

async function apps(...words: string[]) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await adminCommand(['apps', ...words], {
    env: { DATA_DIR: api.folder },
    banksFolder: new URL('../../../api/banks/', import.meta.url),
    print: say,
    complain: say,
  })
  return { code, output: lines.join('\n') }
}

const inFolder = (name: string) => join(api.folder, name)

function aFile(name: string, content: unknown): string {
  writeFileSync(inFolder(name), typeof content === 'string' ? content : JSON.stringify(content))
  return inFolder(name)
}

const stored = async (id = 'app_demo') => (await api.store.apps.list()).find((app) => app.id === id)!

/** A file with app_demo as it is stored, some of it changed. */
async function changedDemo(change: (app: AppDefinition) => unknown, name = 'changed.json'): Promise<string> {
  const app = structuredClone(await stored())
  change(app)
  return aFile(name, app)
}

const acts = async (app = 'app_demo') =>
  (await api.store.auditLog.list(app, 'test', 10)).map(({ actor, act, subject, detail }) => [
    actor,
    act,
    subject,
    detail,
  ])

/** What the running API answers a page. */
const asked = (origin: string) => api.call('getApp', {}, { app: 'app_demo', origin }).then(({ data }) => data)

test('apps are listed with their keys and domains', async () => {
  const { code, output } = await apps('list')
  expect([code, output.split('\n')]).toEqual([
    0,
    [
      '2 apps',
      'app_demo  Demo  pk_sb_demo  pk_demo  demo.example, live.localhost',
      'app_trusttag  TrustTag  pk_sb_trusttag  pk_trusttag  trusttag.example, www.trusttag.example, live.localhost',
    ],
  ])
  const listed = JSON.parse((await apps('list', '--json')).output)
  expect(listed).toMatchObject({ apps: [{ id: 'app_demo', keys: { live: 'pk_demo' } }, { name: 'TrustTag' }] })
})

test.for(['app_demo', 'app_trusttag'])('%s comes out and goes in again unchanged', async (id) => {
  const file = inFolder('out.json')
  expect(await apps('export', file, '--app', id)).toEqual({ code: 0, output: `${id}\nThe definition is in ${file}.` })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(await stored(id), null, 2)}\n`)
  const before = api.dumpDatabase()
  for (const verb of ['check', 'import']) {
    const same = `${id}\nWhat is stored is the same already.\nNothing was changed.`
    expect(await apps(verb, file)).toEqual({ code: 0, output: same })
  }
  const kept = await apps('export', file, '--app', id)
  expect([kept.code, kept.output]).toEqual([1, expect.stringContaining('out.json cannot be written')])
  expect(api.dumpDatabase()).toEqual(before)
})

test('the shipped file of an app is what was imported of it', async () => {
  const shipped = new URL('../../../api/apps/app_demo.json', import.meta.url).pathname
  expect((await apps('check', shipped)).output).toContain('What is stored is the same already.')
})

test('a running server answers with a changed plan and live domain', async () => {
  expect((await asked('https://new.example')).mode).toBe('sandbox')
  const file = await changedDemo((app) => {
    app.plans[0]!.name = 'Free for all'
    app.liveDomains.push('new.example')
  })
  const before = api.dumpDatabase()
  const look = await apps('check', file)
  expect(look).toEqual({
    code: 0,
    output: 'app_demo\nWhat would be changed: liveDomains, plans.\nNothing was changed.',
  })
  expect(api.dumpDatabase()).toEqual(before)
  expect(await apps('import', file)).toEqual({
    code: 0,
    output: 'app_demo\nWhat is changed: liveDomains, plans.\nServers that run see it within a second or two.',
  })
  await expect.poll(async () => (await asked('https://new.example')).mode).toBe('live')
  expect((await asked('https://new.example')).plans.map(({ name }) => name)).toContain('Free for all')
  expect(await acts()).toEqual([['owner command', 'app.change', 'app_demo', { parts: 'liveDomains, plans' }]])
})

test('an app that is not there is added, and answers by its public key', async () => {
  const file = await changedDemo((app) =>
    Object.assign(app, { id: 'app_new', name: 'New', keys: { test: 'pk_sb_new', live: 'pk_new' } }),
  )
  expect((await apps('check', file)).output).toBe('app_new\nThe app would be added.\nNothing was changed.')
  expect(await api.store.apps.findById('app_new')).toBeNull()
  const { code, output } = await apps('import', file, '--app', 'app_new', '--json')
  expect([code, JSON.parse(output)]).toMatchObject([0, { app: 'app_new', kind: 'add' }])
  expect((await api.call('getApp', {}, { key: 'pk_sb_new' })).data).toMatchObject({ id: 'app_new', name: 'New' })
  expect(await acts('app_new')).toMatchObject([['owner command', 'app.add', 'app_new', {}]])
})

test('everything that is refused is said at once, a line each, and nothing is changed', async () => {
  const file = await changedDemo((app) => {
    app.keys.live = 'pk_trusttag'
    app.name = 'Changed'
    app.plans = app.plans.filter(({ id }) => id !== 'pln_newsletter')
    const pro = app.plans.find(({ id }) => id === 'pln_pro')!
    pro.prices[0]!.amountMinor = 1001
    pro.prices.pop()
    const { key, name } = app.dataTables[0]!.fields[0]!
    app.dataTables[0]!.fields[0] = { key, name, type: 'MEMBER_REFERENCE', references: '', through: '' }
  })
  const before = api.dumpDatabase()
  for (const verb of ['check', 'import']) {
    const { code, output } = await apps(verb, file)
    expect([code, output.split('\n')]).toEqual([
      1,
      [
        'changed.json: keys: another app already uses one of these public keys',
        'changed.json: plans.pln_newsletter is missing. Members may have it: keep it with "active": false.',
        'changed.json: plans.pln_pro.prices.prc_pro-monthly.amountMinor was sold as it is: add another price and set this one to "active": false.',
        'changed.json: plans.pln_pro.prices.prc_pro-lifetime is missing. Members may have it: keep it with "active": false.',
        'changed.json: dataTables.notes.fields.title changes its type. Records may have it: add another field.',
      ],
    ])
  }
  expect(api.dumpDatabase()).toEqual(before)
})

test.for([
  ['two wrong fields', (app: AppDefinition) => Object.assign(app, { captchaRequired: 'no', name: 7 }), 2, 'name: '],
  [
    'a group of a plan that is none',
    (app: AppDefinition) => app.contentGroups[0]!.plans.push('pln_none'),
    1,
    'contentGroups.0.plans.0: there is no plan "pln_none"',
  ],
  [
    'HTML that cannot be hosted',
    (app: AppDefinition) => Object.assign(app.contents[0]!, { content: '<div>'.repeat(10_000) }),
    1,
    'contents.0.content: the HTML has more than 100 elements',
  ],
  [
    'the key of another app for another mode',
    (app: AppDefinition) => Object.assign(app.keys, { live: 'pk_sb_trusttag' }),
    1,
    'keys: another app',
  ],
] as const)('a definition with %s is refused by file and field', async ([, change, count, reason]) => {
  const file = await changedDemo(change)
  const before = api.dumpDatabase()
  const { code, output } = await apps('import', file)
  const lines = output.split('\n')
  expect([code, lines.length]).toEqual([1, count])
  expect(lines[0]).toContain(`changed.json: ${reason}`)
  expect(api.dumpDatabase()).toEqual(before)
})

test('what is no definition, or no file, is one line', async () => {
  const broken = await apps('import', aFile('broken.json', '{\n  "id":\n'))
  expect(broken).toEqual({ code: 1, output: expect.stringMatching(/^broken\.json: .*JSON.*$/u) })
  const latin = inFolder('latin.json')
  writeFileSync(latin, Buffer.from('{"name":"J\u00f6rg"}', 'latin1'))
  expect(await apps('check', latin)).toMatchObject({ code: 1, output: expect.stringContaining('not UTF-8') })
  expect(await apps('check', inFolder('none.json'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('none.json cannot be read'),
  })
})

test('a file of another app than the one that was named is refused', async () => {
  const file = await changedDemo((app) => (app.name = 'Changed'))
  for (const verb of ['check', 'import']) {
    expect(await apps(verb, file, '--app', 'app_trusttag')).toEqual({
      code: 1,
      output: 'changed.json: id: this is app_demo, and --app says app_trusttag',
    })
  }
  expect((await stored()).name).toBe('Demo')
})

test('an app that is not there cannot be taken out', async () => {
  expect(await apps('export', inFolder('out.json'), '--app', 'app_none')).toEqual({
    code: 1,
    output: 'There is no app "app_none". There are: app_demo, app_trusttag.',
  })
})

test.for([
  ['export'],
  ['export', 'a.json', 'b.json'],
  ['check'],
  ['import'],
  ['import', 'a.json', 'b.json'],
  ['import', 'a.json', '--dry-run', 'yes'],
  ['change', 'a.json'],
])('apps %j cannot be meant', async (words) => {
  expect((await apps(...words)).code).toBe(2)
})
