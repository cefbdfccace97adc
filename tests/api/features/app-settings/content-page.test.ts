import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openConsole } from '../../../support/console-people'
import type { ConsoleBrowser, Headed, TestConsole } from '../../../support/console-people'

let shop: TestConsole
let owner: ConsoleBrowser
beforeEach(async () => {
  shop = await openConsole()
  onTestFinished(() => shop.close())
  owner = await shop.owner()
  await shop.ask('addDefinitionItem', { part: 'groups', item: { key: 'area', name: 'Area', redirect: '/' } }, owner)
})

const piece = { item: 'cnt_lesson', name: 'Lesson <1>', group: 'area', type: 'HTML' }

async function write(content: string, more: object = {}): Promise<void> {
  const { status, code } = await shop.ask('saveContentDraft', { ...piece, content, ...more }, owner)
  expect({ status, code }).toEqual({ status: 200, code: undefined })
}

/** As a frame of the console asks: with the cookie, and without `Console-Token`. */
const open = (browser: ConsoleBrowser | null, headers: Headed = {}, path = '/console/content/app_demo/cnt_lesson') =>
  shop.send('GET', path, {
    headers: {
      'sec-fetch-dest': 'iframe',
      'console-app': null,
      'console-mode': null,
      ...(browser && { cookie: browser.cookie }),
      ...headers,
    },
  })

const bodyOf = async () => /<main>([\s\S]*)<\/main>/u.exec(String((await open(owner)).data))?.[1]

describe('the page of a piece', () => {
  test('has the draft as members would get it, then the published text', async () => {
    await write('<p onclick="x()">One</p><script>alert(1)</script>')
    expect(await bodyOf()).toBe('<p>One</p>')
    await shop.ask('publishContent', { item: 'cnt_lesson' }, owner)
    expect(await bodyOf()).toBe('<p>One</p>')
    await write('<p>Two</p>')
    expect(await bodyOf()).toBe('<p>Two</p>')
    await shop.ask('discardContentDraft', { item: 'cnt_lesson' }, owner)
    expect(await bodyOf()).toBe('<p>One</p>')
  })

  test('shows everything but HTML as text, and an image', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    for (const type of ['TEXT', 'JSON', 'LINK', 'FILE']) {
      await write(markup, { item: `cnt_${type.toLowerCase()}`, type })
      const { data } = await open(owner, {}, `/console/content/app_demo/cnt_${type.toLowerCase()}`)
      expect(data, type).toContain('&lt;img src=x onerror=alert(1)&gt;')
      expect(data, type).not.toContain(markup)
    }
    await write('https://example.test/a"b.png', { item: 'cnt_image', type: 'IMAGE' })
    const { data } = await open(owner, {}, '/console/content/app_demo/cnt_image')
    expect(data).toContain('<img src="https://example.test/a&quot;b.png" alt="Lesson &lt;1&gt;"')
  })

  test('runs no script, has no origin, and opens in a frame of the console only', async () => {
    await write('<p>One</p>')
    const { status, headers, data } = await open(owner)
    expect(status).toBe(200)
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toEqual(expect.arrayContaining(['sandbox', "default-src 'none'", "frame-ancestors 'self'"]))
    expect(policy.filter((part) => /^(script|connect|frame|object|worker)-src/u.test(part))).toEqual([])
    expect(data).toContain('<title>Lesson &lt;1&gt;</title>')
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('can be read by no one else, and not outside of a frame', async () => {
    await write('<p>Secret</p>')
    const others = {
      support: await shop.join(owner, 'support@example.test', 'support'),
      reader: await shop.join(owner, 'reader@example.test', 'read-only'),
      ofOtherApp: await shop.join(owner, 'other@example.test', 'owner', 'app_trusttag'),
    }
    const refused: readonly [string, ConsoleBrowser | null, Headed, string][] = [
      ['without the cookie', null, {}, '401 console-login-required'],
      ['with another cookie', null, { cookie: `console_session=${'A'.repeat(43)}` }, '401 console-login-required'],
      ['from another site', owner, { 'sec-fetch-site': 'cross-site' }, '403 access-denied'],
      ['from another host of the domain', owner, { 'sec-fetch-site': 'same-site' }, '403 access-denied'],
      ['from the address bar', owner, { 'sec-fetch-site': 'none' }, '403 access-denied'],
      ['without Sec-Fetch-Site', owner, { 'sec-fetch-site': null }, '403 access-denied'],
      ['with a foreign Origin', owner, { origin: 'https://evil.example' }, '403 access-denied'],
      ['as a page of its own', owner, { 'sec-fetch-dest': 'document' }, '403 access-denied'],
      ['by a script', owner, { 'sec-fetch-dest': 'empty' }, '403 access-denied'],
      ['under a name of DNS rebinding', owner, { host: 'evil.example' }, '421 wrong-host'],
      ['as support', others.support, {}, '403 right-missing'],
      ['as a reader', others.reader, {}, '403 right-missing'],
      ['as staff of another app', others.ofOtherApp, {}, '403 right-missing'],
    ]
    const came = []
    for (const [how, browser, headers] of refused) {
      const { status, code, data } = await open(browser, headers)
      expect(String(data), how).not.toContain('Secret')
      came.push([how, `${status} ${code}`])
    }
    expect(came).toEqual(refused.map(([how, , , outcome]) => [how, outcome]))
  })

  test('is not there for an unknown piece, one of another app, or one that was removed', async () => {
    await write('<p>Secret</p>')
    // The owner has both apps.
    for (const path of ['app_demo/cnt_nothing', 'app_demo/%2e%2e%2fcnt_lesson', 'app_trusttag/cnt_lesson'])
      expect((await open(owner, {}, `/console/content/${path}`)).code, path).toBe('content-not-found')
    await shop.ask('removeDefinitionItem', { part: 'contents', item: 'cnt_lesson' }, owner)
    expect((await open(owner)).code).toBe('content-not-found')
  })

  test('ends with the session, and changes nothing', async () => {
    await write('<p>One</p>')
    const before = shop.dumpDatabase()
    await open(owner)
    expect(shop.dumpDatabase()).toEqual({ ...before, console_sessions: expect.anything() })
    const { status, code } = await shop.send('POST', '/console/content/app_demo/cnt_lesson', { browser: owner })
    expect(`${status} ${code}`).toBe('405 method-not-allowed')
    await shop.send('DELETE', '/console/session', { browser: owner, body: {} })
    expect((await open(owner)).code).toBe('console-login-required')
  })
})
