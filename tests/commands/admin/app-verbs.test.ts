import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readAppFile } from '../../../api/features/apps/versions'
import type { AppFile } from '../../../api/features/apps/definition'
import { adminCommand } from '../../../commands/admin/command'
import { APP_CACHED_MS, startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

let api: TestApi

// The server stays open on the same database.
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

const stored = async (id = 'app_demo') => (await readAppFile(api.store, id))!

/** A file with the stored app_demo, changed by `change`. */
async function changedDemo(change: (app: AppFile) => unknown, name = 'changed.json'): Promise<string> {
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

test.for(['app_demo', 'app_trusttag'])('%s is exported and imported unchanged', async (id) => {
  const file = inFolder('out.json')
  expect(await apps('export', file, '--app', id)).toEqual({ code: 0, output: `${id}\nThe definition is in ${file}.` })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(await stored(id), null, 2)}\n`)
  const before = api.dumpDatabase()
  for (const verb of ['check', 'import']) {
    const same = `${id}\nThe stored app is already the same.\nNothing was changed.`
    expect(await apps(verb, file)).toEqual({ code: 0, output: same })
  }
  const kept = await apps('export', file, '--app', id)
  expect([kept.code, kept.output]).toEqual([1, expect.stringContaining('out.json')])
  expect(api.dumpDatabase()).toEqual(before)
})

test('the shipped file of an app equals the stored app', async () => {
  const shipped = new URL('../../../api/apps/app_demo.json', import.meta.url).pathname
  expect((await apps('check', shipped)).output).toContain('The stored app is already the same.')
})

test('a running server uses a changed plan and live domain', async () => {
  expect((await asked('https://new.example')).mode).toBe('sandbox')
  const file = await changedDemo((app) => {
    app.plans[0]!.name = 'Free for all'
    app.liveDomains.push('new.example')
  })
  const before = api.dumpDatabase()
  const look = await apps('check', file)
  expect(look).toEqual({
    code: 0,
    output: 'app_demo\nParts that would change: liveDomains, plans.\nNothing was changed.',
  })
  expect(api.dumpDatabase()).toEqual(before)
  expect(await apps('import', file)).toEqual({
    code: 0,
    output: 'app_demo\nParts that changed: liveDomains, plans.\nRunning servers use it within a second or two.',
  })
  api.clock.advance(APP_CACHED_MS)
  expect((await asked('https://new.example')).mode).toBe('live')
  expect((await asked('https://new.example')).plans.map(({ name }) => name)).toContain('Free for all')
  expect(await acts()).toEqual([['owner command', 'app.change', 'app_demo', { parts: 'liveDomains, plans' }]])
})

test('a new app is added, and works with its public key', async () => {
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

test('all problems are listed at once, one line each, and nothing is changed', async () => {
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
        'changed.json: plans.pln_pro.prices.prc_pro-monthly.amountMinor was already sold: add another price and set this one to "active": false.',
        'changed.json: plans.pln_pro.prices.prc_pro-lifetime is missing. Members may have it: keep it with "active": false.',
        'changed.json: dataTables.notes.fields.title has a new type. Records may have it: add another field.',
      ],
    ])
  }
  expect(api.dumpDatabase()).toEqual(before)
})

test.for([
  ['two wrong fields', (app: AppFile) => Object.assign(app, { captchaRequired: 'no', name: 7 }), 2, 'name: '],
  [
    'a group with an unknown plan',
    (app: AppFile) => app.contentGroups[0]!.plans.push('pln_none'),
    1,
    'contentGroups.0.plans.0: unknown plan "pln_none"',
  ],
  [
    'HTML that cannot be hosted',
    (app: AppFile) => Object.assign(app.contents[0]!, { content: '<div>'.repeat(10_000) }),
    1,
    'contents.0.content: the HTML has more than 100 nested elements',
  ],
  [
    'the key of another app for another mode',
    (app: AppFile) => Object.assign(app.keys, { live: 'pk_sb_trusttag' }),
    1,
    'keys: another app',
  ],
] as const)('a definition with %s is refused with file and field', async ([, change, count, reason]) => {
  const file = await changedDemo(change)
  const before = api.dumpDatabase()
  const { code, output } = await apps('import', file)
  const lines = output.split('\n')
  expect([code, lines.length]).toEqual([1, count])
  expect(lines[0]).toContain(`changed.json: ${reason}`)
  expect(api.dumpDatabase()).toEqual(before)
})

test('an invalid or missing file gives one line', async () => {
  const broken = await apps('import', aFile('broken.json', '{\n  "id":\n'))
  expect(broken).toEqual({ code: 1, output: expect.stringMatching(/^broken\.json: .*JSON.*$/u) })
  const latin = inFolder('latin.json')
  writeFileSync(latin, Buffer.from('{"name":"J\u00f6rg"}', 'latin1'))
  expect(await apps('check', latin)).toMatchObject({ code: 1, output: expect.stringContaining('not UTF-8') })
  expect(await apps('check', inFolder('none.json'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('none.json'),
  })
})

test('a file of another app than --app is refused', async () => {
  const file = await changedDemo((app) => (app.name = 'Changed'))
  for (const verb of ['check', 'import']) {
    expect(await apps(verb, file, '--app', 'app_trusttag')).toEqual({
      code: 1,
      output: 'changed.json: id: this is app_demo, and --app says app_trusttag',
    })
  }
  expect((await stored()).name).toBe('Demo')
})

test('an unknown app cannot be exported', async () => {
  expect(await apps('export', inFolder('out.json'), '--app', 'app_none')).toEqual({
    code: 1,
    output: 'Unknown app "app_none". Use one of: app_demo, app_trusttag.',
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
])('apps %j is invalid usage', async (words) => {
  expect((await apps(...words)).code).toBe(2)
})
