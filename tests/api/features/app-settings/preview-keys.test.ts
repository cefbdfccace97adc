import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ADMIN_PATH } from '../../../../contract/admin/endpoints'
import { endpoints } from '../../../../contract/endpoints'
import type { Endpoint } from '../../../../contract/endpoints/endpoint'
import { PREVIEW_KEY_MINUTES } from '../../../../contract/limits'
import { purgeExpired } from '../../../../api/workers'
import { openConsole } from '../../../support/console-people'
import type { ConsoleBrowser, TestConsole } from '../../../support/console-people'

let shop: TestConsole
let owner: ConsoleBrowser
beforeEach(async () => {
  shop = await openConsole()
  onTestFinished(() => shop.close())
  owner = await shop.owner()
})

const draft = { design: { cornerRadius: 21 }, texts: { 'login.title': 'Come in' } }

async function makeKey(changes: object = draft): Promise<{ id: string; key: string }> {
  const { status, data, code } = await shop.ask('createPreviewKey', { ...changes }, owner)
  expect({ status, code }).toEqual({ status: 200, code: undefined })
  return data
}

/** As the script sends it. */
async function call(method: string, path: string, key: string, more: Record<string, string> = {}) {
  const response = await shop.request(path, {
    method,
    headers: { 'x-app-id': 'app_demo', 'x-api-key': key, origin: 'http://localhost:4001', ...more },
  })
  const text = await response.text()
  return { status: response.status, ...(text.startsWith('{') ? JSON.parse(text) : {}) }
}

const shown = async (key: string) => (await call('GET', '/app', key)).data

describe('a preview key', () => {
  test('shows the draft, and the app stays as it is', async () => {
    const before = await shown('pk_sb_demo')
    const { key } = await makeKey()
    expect(await shown(key)).toEqual({
      ...before,
      branding: { ...before.branding, cornerRadius: 21 },
      texts: { ...before.texts, 'login.title': 'Come in' },
    })
    expect(await shown('pk_sb_demo')).toEqual(before)
    expect((await shop.ask('getDefinition', {}, owner)).data.definition.branding).toEqual(before.branding)
  })

  test('also starts a page, without a login and without a trace', async () => {
    const { key } = await makeKey()
    const { data } = await shop.call('signup', { email: 'ada@example.test', password: 'correct horse battery' })
    const before = shop.dumpDatabase()
    const headers = { authorization: `Bearer ${data.tokens.accessToken}` }
    const start = await call('POST', '/app-member', key, headers)
    expect(start.data).toMatchObject({ member: null, app: { branding: { cornerRadius: 21 } } })
    await shown(key)
    expect(shop.dumpDatabase()).toEqual(before)
  })

  test('shows each new draft at once, and unsent parts as they are stored', async () => {
    const { id, key } = await makeKey()
    const stored = await shown('pk_sb_demo')
    await shop.ask('changePreviewDraft', { previewId: id, design: { cornerRadius: 2 } }, owner)
    expect(await shown(key)).toMatchObject({ branding: { cornerRadius: 2 }, texts: stored.texts })
  })

  const isStart = ({ path }: Endpoint) => path === '/app-member'
  const writes = Object.entries<Endpoint>(endpoints).filter(
    ([, endpoint]) => endpoint.method !== 'GET' && endpoint.app !== 'none' && !isStart(endpoint),
  )

  test('changes nothing: every endpoint that writes refuses it', async () => {
    const { key } = await makeKey()
    const before = shop.dumpDatabase()
    const answers = await Promise.all(
      writes.map(async ([name, { method, path }]) => {
        const { code } = await call(method, path.replaceAll(/:\w+/gu, 'one'), key)
        return [name, code]
      }),
    )
    expect(answers.length).toBeGreaterThan(40)
    expect(answers).toEqual(writes.map(([name]) => [name, 'preview-only']))
    expect(shop.dumpDatabase()).toEqual(before)
  })

  test('ends after an hour', async () => {
    const { key } = await makeKey()
    shop.clock.advance(PREVIEW_KEY_MINUTES * 60_000 - 1)
    expect((await call('GET', '/app', key)).status).toBe(200)
    shop.clock.advance(1)
    expect(await call('GET', '/app', key)).toMatchObject({ status: 401, code: 'invalid-public-key' })
    await purgeExpired(shop.services)
    expect(shop.dumpDatabase()['preview_keys']).toEqual([])
  })

  test('ends with the session that made it', async () => {
    const { key } = await makeKey()
    expect((await shop.send('DELETE', '/console/session', { browser: owner })).status).toBe(200)
    expect(await call('GET', '/app', key)).toMatchObject({ status: 401, code: 'invalid-public-key' })
  })

  test('is for one app, and is not stored readable', async () => {
    const { key } = await makeKey()
    expect(await call('GET', '/app', key, { 'x-app-id': 'app_trusttag' })).toMatchObject({ code: 'invalid-public-key' })
    expect(JSON.stringify(shop.dumpDatabase())).not.toContain(key)
    expect(await call('GET', '/app', `${key}x`)).toMatchObject({ code: 'invalid-public-key' })
  })

  test('is no key of the admin API', async () => {
    const { key } = await makeKey()
    const response = await shop.request(`${ADMIN_PATH}/members`, { headers: { 'x-api-key': key } })
    expect(response.status).toBe(401)
  })

  test('is limited to ten of one session', async () => {
    const first = await makeKey()
    shop.clock.advance(1)
    for (let made = 0; made < 9; made += 1) await makeKey()
    expect((await call('GET', '/app', first.key)).status).toBe(200)
    await makeKey()
    expect((await call('GET', '/app', first.key)).status).toBe(401)
  })
})

describe('a draft', () => {
  test.each([
    ['a design that could not be saved', { design: { cornerRadius: 'round' } }],
    ['a text without its placeholder', { texts: { team_seats: 'Seats: {count}' } }],
  ])('is refused: %s', async (_, changes) => {
    expect(await shop.ask('createPreviewKey', changes, owner)).toMatchObject({
      status: 400,
      code: 'invalid-definition',
    })
  })

  test('of another session cannot be changed', async () => {
    const { id, key } = await makeKey()
    const other = await shop.join(owner, 'other@example.test', 'owner')
    const changed = await shop.ask('changePreviewDraft', { previewId: id, design: { cornerRadius: 2 } }, other)
    expect(changed).toMatchObject({ status: 404, code: 'preview-key-not-found' })
    expect(await shown(key)).toMatchObject({ branding: { cornerRadius: 21 } })
  })
})
