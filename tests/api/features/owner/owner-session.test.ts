import { expect, test } from 'vitest'
import { purgeExpired } from '../../../../api/workers'
import { formTokenOf, openOwnerPage } from '../../../support/open-owner-page'

const MINUTE = 60_000

test('a link opens the page once, only with its button', async () => {
  const { link, open, submit, enter, dumpDatabase } = await openOwnerPage()
  const token = await link()
  const before = dumpDatabase()
  const door = await open(`/owner?token=${token}`)
  expect(door.html).toContain(`<input type="hidden" name="token" value="${token}" />`)
  expect(door.headers.get('set-cookie')).toBeNull()
  expect(dumpDatabase()).toEqual(before)

  expect((await submit('/owner', { token })).headers.get('location')).toBe('/owner')
  const again = await submit('/owner', { token })
  expect(again.status).toBe(401)
  expect(again.html).toContain('This link is no longer valid')
  expect(again.headers.get('set-cookie')).toBeNull()

  await enter(await link())
  expect((await open()).status).toBe(200)
})

test('of two parallel clicks on the button, one opens the page', async () => {
  const { link, submit } = await openOwnerPage()
  const token = await link()
  const answers = await Promise.all([1, 2, 3].map(() => submit('/owner', { token })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 401, 401])
})

test('a link is valid for ten minutes, a session for eight hours', async () => {
  const { link, open, enter, clock } = await openOwnerPage()
  const late = await link()
  const early = await link()
  clock.advance(10 * MINUTE - 1)
  await enter(early)
  clock.advance(1)
  expect(await enter(late)).toBe('')
  await enter(await link())
  clock.advance(8 * 60 * MINUTE - 1)
  expect((await open()).status).toBe(200)
  clock.advance(1)
  expect((await open()).status).toBe(401)
})

test('after logout, a copied cookie is invalid', async () => {
  const { link, open, submit, enter, audited } = await openOwnerPage()
  const cookie = await enter(await link())
  const form = formTokenOf((await open()).html)
  const { headers } = await submit('/owner/logout', { form })
  expect(headers.get('set-cookie')).toContain('owner_session=; Path=/owner; Max-Age=0')
  const replayed = await open('/owner', { cookie })
  expect(replayed.status).toBe(401)
  expect(replayed.html).toContain('npm run owner -- link')
  expect(await audited()).toEqual([
    'owner command: owner.link app_shop',
    'owner page: owner.login app_shop',
    'owner page: owner.logout app_shop',
  ])
})

test('a new link ends the browser’s previous session', async () => {
  const { link, open, enter } = await openOwnerPage()
  const first = await enter(await link())
  await enter(await link())
  expect((await open('/owner', { cookie: first })).status).toBe(401)
  expect((await open()).status).toBe(200)
})

test('the cookie is HttpOnly, limited to this page, and secure on https', async () => {
  const near = await openOwnerPage()
  const open = (await near.submit('/owner', { token: await near.link() })).headers.get('set-cookie')
  expect(open?.split('; ').slice(1)).toEqual(['Path=/owner', 'Max-Age=28800', 'HttpOnly', 'SameSite=Strict'])
  const urls = { ...near.services.urls, api: 'https://members.example.com' }
  const far = await openOwnerPage({ services: { urls } })
  const headers = { origin: urls.api }
  const secure = (await far.submit('/owner', { token: await far.link() }, headers)).headers.get('set-cookie')
  expect(secure).toMatch(/^__Host-owner_session=[\w-]{43}; Path=\/; .*; Secure$/u)
})

test('the database stores neither token, and the log no part of the URL', async () => {
  const { link, open, enter, dumpDatabase, logLines } = await openOwnerPage()
  const token = await link()
  await open(`/owner?token=${token}`)
  const cookie = await enter(token)
  await open()
  const session = cookie.split('=')[1] ?? ''
  expect(session).toMatch(/^[\w-]{43}$/u)
  for (const secret of [token, session]) {
    expect(JSON.stringify(dumpDatabase())).not.toContain(secret)
    expect(logLines.join('')).not.toContain(secret)
  }
})

test('blocks guesses of links after twenty', async () => {
  const { submit, link } = await openOwnerPage({ rateLimitFactor: 1 })
  const answers = []
  for (let guess = 0; guess < 20; guess += 1) answers.push((await submit('/owner', { token: `guess-${guess}` })).status)
  expect(new Set(answers)).toEqual(new Set([401]))
  const stopped = await submit('/owner', { token: await link() })
  expect(stopped.status).toBe(429)
  expect(stopped.headers.get('retry-after')).not.toBeNull()
})

test('purges ended links and sessions', async () => {
  const { link, enter, clock, services, dumpDatabase } = await openOwnerPage()
  await enter(await link())
  await link()
  clock.advance(9 * 60 * MINUTE)
  await purgeExpired(services)
  expect(dumpDatabase()).toMatchObject({ owner_links: [], owner_sessions: [] })
})
