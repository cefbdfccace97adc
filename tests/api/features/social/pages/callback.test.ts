import { createContext, runInContext } from 'node:vm'
import { beforeEach, describe, expect, it } from 'vitest'
import { API, carried, locationOf, openApiWithWindow, OURS, SITE, walk } from './open-window'
import type { ProviderWindow } from './open-window'

let window: ProviderWindow
beforeEach(async () => void (window = await openApiWithWindow()))

const google = { ...OURS, provider: 'google' }
const ann = { email: 'Ann@Example.com', verified: 'on', action: 'continue' }

describe('the callback page', () => {
  it('gives the session only to the calling page', async () => {
    const page = await walk(window, 'signup', google, ann)
    const { origin, answer } = carried(page.html) ?? {}
    expect([page.status, origin]).toEqual([200, SITE])
    expect(answer).toMatchObject({ state: 'opener-state', data: { member: { auth: { email: 'ann@example.com' } } } })
    const { accessToken } = Object(Object(answer?.['data']).tokens)
    expect((await window.call('getMember', {}, { token: accessToken })).data).toMatchObject({ verified: true })
    expect(page.words).toContain('You are logged in on the site.')
    expect(page.html).toContain('data-closes')
  })

  it('allows no cache and no frame, runs only our script, and keeps its opener', async () => {
    const { headers } = await walk(window, 'signup', google, ann)
    expect(Object.fromEntries(headers)).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers.get('cross-origin-opener-policy')).toBeNull()
    expect(headers.get('content-security-policy')?.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "trusted-types 'none'",
        "require-trusted-types-for 'script'",
      ]),
    )
  })

  it('deletes the browser’s secret', async () => {
    const begun = await window.begin('signup', google)
    expect(window.cookies.size).toBe(1)
    const consented = await window.consent(locationOf(begun), ann)
    await window.visit((locationOf(consented) ?? '').replace(API, ''))
    expect(window.cookies.size).toBe(0)
  })

  it('does not affect other windows of this browser', async () => {
    const other = await window.begin('login', { ...google, provider: 'github', allowSignup: 'true' })
    await walk(window, 'signup', google, ann)
    const consented = await window.consent(locationOf(other), { ...ann, email: 'bob@example.com' })
    const page = await window.visit((locationOf(consented) ?? '').replace(API, ''))
    expect(carried(page.html)?.answer).toMatchObject({ data: { member: { auth: { email: 'bob@example.com' } } } })
  })

  it('reports an error to the calling page, and as a sentence', async () => {
    const page = await walk(window, 'login', { ...google, allowSignup: 'false' }, ann)
    expect([page.status, carried(page.html)?.answer['state']]).toEqual([404, 'opener-state'])
    expect(carried(page.html)?.answer['error']).toMatchObject({ code: 'account-not-found' })
    expect(page.words).toContain('No account uses this login yet.')
    expect(page.html).not.toContain('data-closes')
  })

  it('reports that the person cancelled', async () => {
    const page = await walk(window, 'signup', google, { action: 'cancel' })
    expect(carried(page.html)?.answer['error']).toMatchObject({ code: 'provider-cancelled' })
    expect(page.words).toContain('You canceled the login. Nothing was changed.')
  })
})

describe('the callback page reports and changes nothing', () => {
  const callback = async () => {
    const consented = await window.consent(locationOf(await window.begin('signup', google)), ann)
    return (locationOf(consented) ?? '').replace(API, '')
  }

  it('in a browser that did not begin the flow: a forwarded URL logs no one in', async () => {
    const address = await callback()
    window.cookies.clear()
    const before = window.dumpDatabase()
    const page = await window.visit(address)
    expect([page.status, carried(page.html)]).toEqual([400, null])
    expect(page.words).toContain('This login was started in another browser, or took too long.')
    expect(window.dumpDatabase()).toEqual(before)
  })

  it('when it is opened again', async () => {
    const address = await callback()
    const kept = new Map(window.cookies)
    await window.visit(address)
    for (const [name, cookie] of kept) window.cookies.set(name, cookie)
    const page = await window.visit(address)
    expect([page.status, carried(page.html)]).toEqual([400, null])
  })

  it('for a prefetch or HEAD; the person can still log in', async () => {
    const address = await callback()
    const before = window.dumpDatabase()
    for (const init of [{ method: 'HEAD' }, { headers: { 'sec-purpose': 'prefetch' } }]) {
      expect((await window.visit(address, init)).status).toBe(503)
    }
    expect(window.dumpDatabase()).toEqual(before)
    expect(carried((await window.visit(address)).html)?.answer).toHaveProperty('data')
  })

  it('without a provider’s parameters', async () => {
    for (const path of ['/auth-provider/callback/google', '/auth-provider/callback/%00?state=a&code=b']) {
      const page = await window.visit(path)
      expect([page.status, carried(page.html)]).toEqual([400, null])
    }
  })
})

it('a callback at another provider’s URL proves no identity', async () => {
  const consented = await window.consent(locationOf(await window.begin('signup', google)), ann)
  const address = (locationOf(consented) ?? '').replace(API, '').replace('/google', '/github')
  expect(carried((await window.visit(address)).html)?.answer['error']).toMatchObject({ code: 'account-connect-failed' })
  expect(await window.store.members.findByEmail('app_demo', 'test', 'ann@example.com')).toBeNull()
})

it('its script is served as one, to pages of this origin, and uses nothing else', async () => {
  const { html } = await walk(window, 'signup', google, ann)
  const [, path = ''] = /<script src="(\/auth-provider\/[^"]+)"/u.exec(html) ?? []
  const { status, headers, html: script } = await window.visit(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(headers.get('access-control-allow-origin')).toBeNull()
  const run = createContext({ window: { opener: null, document: { getElementById: () => null } } })
  expect(() => runInContext(script, run)).not.toThrow()
})
