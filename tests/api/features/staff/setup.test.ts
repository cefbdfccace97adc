import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAppById, listApps } from '../../../../api/features/apps/repository'
import { firstSetupUrl } from '../../../../api/features/staff/setup'
import { openConsole, STAFF_PASSWORD } from '../../../support/console-people'
import type { TestConsole } from '../../../support/console-people'

let shop: TestConsole
beforeEach(async () => {
  shop = await openConsole({ development: true })
})
afterEach(() => shop.close())

const setUp = (token: string, more: object = {}) =>
  shop.send('POST', '/console/session/setup', {
    body: { token, name: 'Olga Owner', email: 'owner@example.test', password: STAFF_PASSWORD, ...more },
  })

describe('the setup link', () => {
  it('is offered by each start until there is staff other than the demo owner', async () => {
    const first = await firstSetupUrl(shop.services)
    expect(first).toMatch(/^http:\/\/localhost:4001\/console\/setup#[\w-]{43}$/u)
    expect((await shop.send('POST', '/console/session/demo', { body: {} })).status).toBe(200)
    const second = await firstSetupUrl(shop.services)
    expect(second).not.toBe(first)
    expect((await setUp(String(second).split('#')[1] ?? '')).status).toBe(200)
    expect(await firstSetupUrl(shop.services)).toBeNull()
    // One success ends all links.
    expect((await setUp(String(first).split('#')[1] ?? '')).code).toBe('invalid-setup-link')
  })

  it('makes a verified server owner, once, within an hour; only a digest is stored', async () => {
    const token = await shop.setupToken()
    expect(JSON.stringify(shop.dumpDatabase())).not.toContain(token)
    const { data } = await setUp(token)
    expect(data.person).toMatchObject({ name: 'Olga Owner', email: 'owner@example.test', isServerOwner: true })
    expect(data.apps.map(({ id, role }: { id: string; role: string }) => `${id}: ${role}`)).toEqual([
      'app_demo: owner',
      'app_trusttag: owner',
    ])
    expect(shop.dumpDatabase()['members']).toMatchObject([{ app_id: 'app_console', mode: 'live', verified: 1 }])
    expect((await setUp(token)).code).toBe('invalid-setup-link')
    const late = await shop.setupToken()
    shop.clock.advance(60 * 60_000)
    expect((await setUp(late)).code).toBe('invalid-setup-link')
    expect(
      (await shop.store.auditLog.list('app_console', 'live', 10)).map(({ actor, act }) => `${actor}: ${act}`),
    ).toEqual([
      'owner command: console.link',
      'Olga Owner: console.login',
      'Olga Owner: console.setup',
      'owner command: console.link',
    ])
  })

  it('keeps the link for another try when a field is wrong', async () => {
    const token = await shop.setupToken()
    expect((await setUp(token, { password: 'password1' })).code).toBe('password-too-common')
    expect((await setUp(token, { password: 'short' })).code).toBe('invalid-password-too-short')
    expect((await setUp(token, { email: 'nobody' })).code).toBe('invalid-email')
    expect((await setUp(token, { name: ' \n ' })).code).toBe('required-field-missing')
    expect((await setUp(token)).status).toBe(200)
  })

  it('lets a locked-out owner in with a new password and ends the other sessions', async () => {
    const owner = await shop.owner()
    const again = await setUp(await shop.setupToken(), { password: `${STAFF_PASSWORD}-new` })
    expect(again.data.person.id).toBe(owner.id)
    expect((await shop.ask('getMe', {}, owner)).code).toBe('console-login-required')
    expect((await shop.ask('getMe', {}, shop.browserOf(again))).status).toBe(200)
    expect(shop.dumpDatabase()['members']).toHaveLength(1)
  })

  it('is guessed in vain: few tries from one IP address', async () => {
    await shop.close()
    shop = await openConsole({ development: true, rateLimitFactor: 1 })
    const codes: (string | undefined)[] = []
    for (let guess = 0; guess < 21; guess += 1) codes.push((await setUp('guess')).code)
    expect(codes.slice(-2)).toEqual(['invalid-setup-link', 'too-many-requests'])
  })
})

describe('the demo owner', () => {
  it('owns both shipped apps and confirms without a password', async () => {
    const options = await shop.send('GET', '/console/session/options')
    expect(options.data).toEqual({ hasDemoOwner: true, sendsMail: false })
    const opened = await shop.send('POST', '/console/session/demo', { body: {} })
    expect(opened.data).toMatchObject({
      person: { isDemo: true, isServerOwner: true },
      apps: [{ id: 'app_demo' }, { id: 'app_trusttag' }],
    })
    const demo = shop.browserOf(opened)
    shop.clock.advance(10 * 60_000)
    expect((await shop.ask('exportMembers', { format: 'json' }, demo)).code).toBe('step-up-required')
    expect(
      (await shop.send('POST', '/console/session/confirm', { browser: demo, body: { password: '' } })).status,
    ).toBe(200)
    expect((await shop.ask('exportMembers', { format: 'json' }, demo)).status).toBe(200)
    const again = shop.browserOf(await shop.send('POST', '/console/session/demo', { body: {} }))
    expect(again.id).toBe(demo.id)
  })

  it('does not exist outside development, and a session from there ends', async () => {
    const demo = shop.browserOf(await shop.send('POST', '/console/session/demo', { body: {} }))
    shop.services.console.development = false
    expect(await shop.send('POST', '/console/session/demo', { body: {} })).toMatchObject({
      status: 404,
      code: 'not-found',
    })
    expect((await shop.ask('getMe', {}, demo)).code).toBe('console-login-required')
    expect((await shop.send('GET', '/console/session/options')).data.hasDemoOwner).toBe(false)
  })
})

it('the console’s app is in no list, and no key or definition of it can be stored', async () => {
  await shop.owner()
  expect((await listApps(shop.store)).map(({ id }) => id)).toEqual(['app_demo', 'app_trusttag'])
  expect((await findAppById(shop.store, 'app_console'))?.name).toBe('Console')
})
