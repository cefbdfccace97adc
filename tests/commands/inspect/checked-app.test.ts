import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appDefinitionSchema } from '../../../api/features/apps/definition'
import { insertApp } from '../../../api/features/apps/versions'
import { inspectCommand } from '../../../commands/inspect/command'
import type { ReportRow } from '../../../widget/inspector/rules/source/inspect-source'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'
import { tempFolder } from '../../support/temp-folder'

const demo = v.parse(appDefinitionSchema, JSON.parse(readFileSync('api/apps/app_demo.json', 'utf8')))
const plan = demo.plans.find(({ prices }) => prices.length > 0)
const [price] = plan?.prices ?? []
if (!plan || !price) throw new Error('The demo app sells nothing.')

/** An app of another owner, with one price of its own. */
const mine = {
  ...demo,
  id: 'app_mysite',
  keys: { test: 'pk_sb_mysite', live: 'pk_mysite' },
  plans: [{ ...plan, id: 'pln_annual', prices: [{ ...price, id: 'prc_annual-199' }] }],
  coupons: [{ ...demo.coupons[0], id: 'MINE' }],
  contentGroups: [],
  contents: [],
}

const tag = (app: string): string =>
  `<script src="https://api.example.com/membership.js" data-memberstack-app="${app}"></script>`
const page = (app: string, body: string): string =>
  `<!doctype html><html><head>${tag(app)}</head><body>${body}</body></html>`
const buy = (id: string): string => `<button data-ms-price:add="${id}" data-ms-modal="signup">Buy</button>`

/** The API behind a socket. */
async function answerWith(
  served: TestApi,
  { url: path, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const named = { 'x-api-key': String(headers['x-api-key']), 'x-app-id': String(headers['x-app-id']) }
  const answer = await served.request(String(path), { headers: named })
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(await answer.text())
}

let api: TestApi
let url: string
let stop: () => void
beforeAll(async () => {
  api = await startTestApi()
  await insertApp(api.store, v.parse(appDefinitionSchema, mine))
  const server = createServer((request, response) => void answerWith(api, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  stop = () => server.close()
})
afterAll(async () => {
  stop()
  await api.close()
})

async function inspect(pages: Record<string, string>, argv: string[] = [], dataDir = api.folder) {
  const cwd = tempFolder()
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(cwd, name), text)
  const named = Object.keys(pages).filter((name) => name.endsWith('.html'))
  const run = async (more: string[]) => {
    const [out, err]: [string[], string[]] = [[], []]
    const code = await inspectCommand([...argv, ...more, ...named], {
      cwd,
      colour: false,
      env: { DATA_DIR: dataDir },
      print: (text) => void out.push(text),
      complain: (line) => void err.push(line),
    })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
  const { code, out, err } = await run([])
  const json = (await run(['--json', '--quiet'])).out
  const rows: ReportRow[] = json ? JSON.parse(json) : []
  return { code, err, summary: out.split('\n').findLast((line) => / in \d+ page/.test(line)), rows }
}

const idsOf = (rows: readonly ReportRow[]): string[] => rows.map(({ id }) => id)

describe('the database', () => {
  test('has the app that the page names, while the server runs', async () => {
    const { code, rows, summary } = await inspect({ 'a.html': page('app_mysite', buy('prc_annual-199')) })
    expect([code, rows]).toEqual([0, []])
    expect(summary).toBe(
      `0 errors and 0 warnings in 1 page, checked against app_mysite (the database in ${api.folder}).`,
    )
  })

  test('decides about IDs of prices, coupons, contents and groups, and each finding names it', async () => {
    const body = `${buy('prc_pro-monthly')}<a data-ms-price:add="prc_annual-199" data-ms-coupon="HALF" href="/x">x</a>
      <p data-ms-secure-html="cnt_welcome"></p><p data-ms-content="pro-area">x</p>`
    const { code, rows } = await inspect({ 'a.html': page('app_mysite', body) })
    expect(code).toBe(1)
    expect(idsOf(rows)).toEqual(['incorrect-price-id', 'unknown-coupon', 'unknown-content-id', 'unknown-group-key'])
    for (const row of rows) {
      expect(row).toMatchObject({ severity: 'error', app: 'app_mysite' })
      expect(row.message).toContain(`Checked against app_mysite (the database in ${api.folder}).`)
    }
    const same = await inspect({ 'a.html': page('app_demo', body) })
    expect(idsOf(same.rows)).toEqual(['incorrect-price-id'])
  })

  test('lacks an unknown app: an error, and nothing is compared with another app', async () => {
    const { code, rows, summary } = await inspect({ 'a.html': page('app_nope', buy('prc_x')) })
    expect([code, idsOf(rows)]).toEqual([1, ['unknown-app']])
    expect(rows[0]).toMatchObject({ severity: 'error', line: 1, app: null })
    expect(rows[0]?.message).toMatch(/^There is no app "app_nope"\. It is not in the database in /)
    expect(summary).toContain('checked against no app ("app_nope" is unknown).')
  })

  test('knows whose public key was taken for the app ID', async () => {
    const { code, rows } = await inspect({ 'a.html': page('pk_mysite', buy('prc_annual-199')) })
    expect([code, idsOf(rows)]).toEqual([1, ['unknown-app']])
    expect(rows[0]?.message).toBe('"pk_mysite" is a public key. data-memberstack-app takes the app ID: app_mysite.')
  })

  test('stays as it is', async () => {
    const before = api.dumpDatabase()
    await inspect({ 'a.html': page('app_mysite', buy('prc_annual-199')) })
    expect(api.dumpDatabase()).toEqual(before)
  })

  test('that cannot be read ends the command', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'membership.db'), 'no database at all, but long enough to be one'.repeat(100))
    const { code, err } = await inspect({ 'a.html': page('app_demo', '') }, [], folder)
    expect([code, err]).toEqual([2, expect.stringMatching(/^DATA_DIR .* cannot be used: /)])
  })
})

describe('without a database', () => {
  test('only the apps of the product are known, and the report says why', async () => {
    const { code, summary } = await inspect({ 'a.html': page('app_demo', buy('prc_pro-monthly')) }, [], tempFolder())
    expect(code).toBe(0)
    expect(summary).toContain('app_demo (its definition in the product, because there is no database)')
    const other = await inspect({ 'a.html': page('app_mysite', buy('prc_annual-199')) }, [], tempFolder())
    expect([other.code, idsOf(other.rows)]).toEqual([1, ['unknown-app']])
    expect(other.rows[0]?.message).toContain('--app <file or URL>')
  })
})

describe('a page that names no app', () => {
  test('is checked against the app of the other pages', async () => {
    const pages = { 'part.html': buy('prc_annual-199'), 'whole.html': page('app_mysite', '') }
    const { code, summary } = await inspect(pages)
    expect(code).toBe(0)
    expect(summary).toMatch(/app_mysite \(the database in [^;]*\); app_mysite .*, because the page names no app\.$/)
  })

  test('alone is checked against app_demo, which is said', async () => {
    const { code, rows, summary } = await inspect({ 'part.html': buy('prc_annual-199') })
    expect([code, idsOf(rows)]).toEqual([1, ['incorrect-price-id']])
    expect(rows[0]?.message).toMatch(/Checked against app_demo \(.*, because the page names no app\.$/)
    expect(summary).toMatch(/checked against app_demo \(.*, because the page names no app\.$/)
  })
})

describe('--app', () => {
  test('with a definition checks against it, and warns about a page with another app', async () => {
    const pages = { 'a.html': page('app_other', buy('prc_annual-199')), 'mine.json': JSON.stringify(mine) }
    const { code, rows, summary } = await inspect(pages, ['--app', 'mine.json'])
    expect([code, rows.map(({ id, severity }) => `${severity} ${id}`)]).toEqual([0, ['warning unknown-app']])
    expect(rows[0]?.message).toBe(
      'The page names the app "app_other", but it was checked against app_mysite (mine.json).',
    )
    expect(summary).toContain('checked against app_mysite (mine.json).')
  })

  test.each(['', '/', '/app'])('with the URL of an API%s asks it for the app of the page', async (path) => {
    const pages = { 'a.html': page('app_mysite', `${buy('prc_annual-199')}${buy('prc_gone')}`) }
    const { code, rows, summary } = await inspect(pages, ['--app', url + path])
    expect([code, idsOf(rows)]).toEqual([1, ['incorrect-price-id']])
    expect(rows[0]?.message).toContain(`Checked against app_mysite (${url}${path}, which lists neither coupons`)
    expect(summary).toContain(`checked against app_mysite (${url}${path}`)
  })

  test('with the URL of an API finds an app that it does not have', async () => {
    const { code, rows } = await inspect({ 'a.html': page('app_nope', '') }, ['--app', url])
    expect([code, idsOf(rows)]).toEqual([1, ['unknown-app']])
    expect(rows[0]?.message).toBe(`There is no app "app_nope". The API ${url} has no such app.`)
  })

  test.each([
    ['http://127.0.0.1:1', /^http:\/\/127\.0\.0\.1:1 cannot be fetched \(/],
    ['https://user:secret@api.example', /contains a user name or password/],
  ])('with %s ends with a reason', async (address, reason) => {
    const { code, err } = await inspect({ 'a.html': page('app_demo', '') }, ['--app', address])
    expect([code, err]).toEqual([2, expect.stringMatching(reason)])
  })
})
