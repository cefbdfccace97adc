import { beforeEach, describe, expect, it } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import type { AppDefinition } from '../../../../../api/features/apps/definition'
import { API, carried, locationOf, openApiWithWindow, OURS, PUBLISHED, SITE, walk } from './open-window'
import type { ProviderWindow } from './open-window'
import { changeApp } from '../open-social'

let window: ProviderWindow
beforeEach(async () => void (window = await openApiWithWindow()))

const github = { ...OURS, provider: 'github' }
const ann = { email: 'Ann@Example.com', verified: 'on', action: 'continue' }
const sameOrigin = { origin: API, 'sec-fetch-site': 'same-origin' }

const stateIn = (html: string): string => /name="state" value="([^"]+)"/u.exec(html)?.[1] ?? ''

const reply = (fields: Record<string, string>, headers: Record<string, string> = sameOrigin) =>
  window.visit('/auth-provider/continue', { method: 'POST', body: new URLSearchParams(fields), headers })

const ask = () => walk(window, 'login', github, ann)
const members = () => window.store.kysely.selectFrom('members').select('email').execute()

describe('a login of a new person', () => {
  it('asks in the window, and creates the account with the identity that was checked', async () => {
    const page = await ask()
    expect(page.status).toBe(200)
    expect(page.words).toContain('No account for ann@example.com yet.')
    expect(page.html).toMatch(/>Create an account with GitHub</u)
    expect(carried(page.html)).toBeNull()
    expect(await members()).toEqual([])
    const done = await reply({ state: stateIn(page.html), action: 'signup' })
    const { origin, answer } = carried(done.html) ?? {}
    expect([done.status, origin]).toEqual([200, SITE])
    expect(answer).toMatchObject({
      state: 'opener-state',
      came: 'signup',
      data: { member: { verified: true, auth: { email: 'ann@example.com', providers: [{ provider: 'github' }] } } },
    })
    expect(window.cookies.size).toBe(0)
  })

  it('ends without an account when the person cancels', async () => {
    const page = await ask()
    const done = await reply({ state: stateIn(page.html), action: 'cancel' })
    expect(carried(done.html)?.answer['error']).toMatchObject({ code: 'account-not-found' })
    expect(await members()).toEqual([])
    expect((await reply({ state: stateIn(page.html), action: 'signup' })).words).toContain('took too long')
  })

  it('creates one account, also with two concurrent replies, and none a second time', async () => {
    const state = stateIn((await ask()).html)
    const cookies = new Map(window.cookies)
    const pages = await Promise.all([reply({ state, action: 'signup' }), reply({ state, action: 'signup' })])
    expect(pages.filter(({ html }) => carried(html) && 'data' in (carried(html)?.answer ?? {}))).toHaveLength(1)
    for (const [name, value] of cookies) window.cookies.set(name, value)
    expect(carried((await reply({ state, action: 'signup' })).html)).toBeNull()
    expect(await members()).toHaveLength(1)
  })

  it('continues only in the browser that began it, within ten minutes, and not by a GET or from another site', async () => {
    const state = stateIn((await ask()).html)
    const before = window.dumpDatabase()
    expect((await window.visit(`/auth-provider/continue?state=${state}&action=signup`)).status).toBe(400)
    expect((await reply({ state, action: 'signup' }, { origin: 'https://evil.example' })).status).toBe(403)
    const cookies = new Map(window.cookies)
    window.cookies.clear()
    expect((await reply({ state, action: 'signup' })).words).toContain('took too long')
    for (const [name] of cookies) window.cookies.set(name, { value: 'another secret', path: '/auth-provider' })
    expect((await reply({ state, action: 'signup' })).words).toContain('took too long')
    expect(window.dumpDatabase()).toEqual(before)
    for (const [name, value] of cookies) window.cookies.set(name, value)
    window.clock.advance(10 * 60_000)
    expect((await reply({ state, action: 'signup' })).words).toContain('took too long')
    expect(await members()).toEqual([])
  })

  it('takes no state of a question as a callback, and no state of a callback as a reply', async () => {
    const state = stateIn((await ask()).html)
    const page = await window.visit(`/auth-provider/callback/github?state=${state}&code=x`)
    expect(page.words).toContain('took too long')
    const begun = await window.begin('login', github)
    const other = new URL(locationOf(begun) ?? '').searchParams.get('state') ?? ''
    expect((await reply({ state: other, action: 'signup' })).words).toContain('took too long')
    expect(await members()).toEqual([])
  })

  it('asks published clients too, which send false without being asked', async () => {
    const page = await walk(window, 'login', { ...PUBLISHED, provider: 'github', allowSignup: 'false' }, ann)
    const done = await reply({ state: stateIn(page.html), action: 'signup' })
    expect(carried(done.html)?.answer).toMatchObject({ came: 'signup', data: { tokens: {}, member: {} } })
  })

  it('in a full page returns to the page that asked', async () => {
    const challenge = 'a'.repeat(64)
    const page = await walk(window, 'login', { ...github, return_url: `${SITE}/in`, challenge }, ann)
    const done = await reply({ state: stateIn(page.html), action: 'signup' })
    expect(locationOf(done)).toMatch(new RegExp(`^${SITE}/in#ms-auth=`, 'u'))
    const again = await walk(
      window,
      'login',
      { ...github, return_url: `${SITE}/in`, challenge },
      { ...ann, email: 'bob@example.com' },
    )
    const cancelled = await reply({ state: stateIn(again.html), action: 'cancel' })
    expect(locationOf(cancelled)).toBe(`${SITE}/in#ms-auth-error=account-not-found`)
  })
})

describe('the policy', () => {
  const withPolicy = async (policy: 'ask' | 'allow' | 'deny') =>
    changeApp(window.store, { signIn: { preset: 'compatible', socialSignupFromLogin: policy } })

  it('allow: creates the account at once', async () => {
    await withPolicy('allow')
    expect(carried((await ask()).html)?.answer).toMatchObject({ came: 'signup' })
  })

  it('deny: refuses, and allowSignup of the page goes before it', async () => {
    await withPolicy('deny')
    expect(carried((await ask()).html)?.answer['error']).toMatchObject({ code: 'account-not-found' })
    const page = await walk(window, 'login', { ...github, allowSignup: 'true' }, ann)
    expect(carried(page.html)?.answer).toMatchObject({ came: 'signup' })
  })
})

describe('required fields', () => {
  const common = {
    options: [] as string[],
    order: null,
    hidden: false,
    visibility: 'PRIVATE',
    restrictToAdmin: false,
  } as const
  const fields: AppDefinition['customFields'] = [
    { ...common, key: 'company', label: 'Company', type: 'text', required: true },
    { ...common, key: 'size', label: 'Size', type: 'select', options: ['Small', 'Large'], required: true },
    { ...common, key: 'terms', label: 'I agree', type: 'checkbox', required: true },
    { ...common, key: 'note', label: 'Note', type: 'text', required: false },
    { ...common, key: 'secret', label: 'Secret', type: 'text', required: true, hidden: true },
  ]

  it('are asked for, and a reply without them asks again', async () => {
    await changeApp(window.store, { customFields: fields })
    const page = await ask()
    for (const label of ['Company', 'Size', 'I agree']) expect(page.words).toContain(label)
    for (const label of ['Note', 'Secret']) expect(page.words).not.toContain(label)
    const state = stateIn(page.html)
    const without = await reply({
      state,
      action: 'signup',
      'field-company': 'Analytical <Engines>',
      'field-size': 'Small',
    })
    expect([without.status, without.words.includes('Please fill in: I agree')]).toEqual([400, true])
    expect(without.html).toContain('value="Analytical &lt;Engines&gt;"')
    const wrong = await reply({
      state,
      action: 'signup',
      'field-company': 'A',
      'field-size': 'Huge',
      'field-terms': 'on',
    })
    expect(wrong.status).toBe(400)
    const sent = { 'field-company': 'A', 'field-size': 'Large', 'field-terms': 'on', 'field-secret': 'x' }
    const done = await reply({ state: stateIn(wrong.html), action: 'signup', ...sent })
    const { data } = Object(carried(done.html)?.answer)
    expect(data.member.customFields).toMatchObject({ company: 'A', size: 'Large', terms: true })
  })
})

describe('the second step', () => {
  async function withTotp() {
    const page = await walk(window, 'signup', github, ann)
    const { data } = Object(carried(page.html)?.answer)
    const token = data.tokens.accessToken
    const { secret } = (await window.call('startTotp', {}, { token })).data
    const shown = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: window.clock.now() })
    const { recoveryCodes } = (await window.call('confirmTotp', { code: shown() }, { token })).data
    window.clock.advance(30_000)
    return { id: data.member.id, shown, recoveryCodes }
  }

  const challengeIn = (html: string): string => /name="challenge" value="([^"]+)"/u.exec(html)?.[1] ?? ''
  const fieldsOf = (html: string) => ({ state: stateIn(html), challenge: challengeIn(html), action: 'code' })

  it('is asked for in the window, also for published clients; a wrong code asks again', async () => {
    const { id, shown } = await withTotp()
    for (const parameters of [github, { ...PUBLISHED, provider: 'github' }]) {
      const page = await walk(window, 'login', parameters, ann)
      expect(page.words).toContain('Two-step verification')
      expect(carried(page.html)).toBeNull()
      const wrong = await reply({ ...fieldsOf(page.html), code: '000000' })
      expect([wrong.status, wrong.words.includes('This code is wrong')]).toEqual([401, true])
      const done = await reply({ ...fieldsOf(wrong.html), code: shown() })
      expect(carried(done.html)?.answer).toMatchObject({ came: 'login', data: { member: { id }, tokens: {} } })
      window.clock.advance(60_000)
    }
  })

  it('takes a recovery code once, and nothing without the browser’s cookie', async () => {
    const { id, recoveryCodes, shown } = await withTotp()
    const page = await walk(window, 'login', github, ann)
    const cookies = new Map(window.cookies)
    window.cookies.clear()
    expect(carried((await reply({ ...fieldsOf(page.html), code: shown() })).html)).toBeNull()
    for (const [name, value] of cookies) window.cookies.set(name, value)
    const done = await reply({ ...fieldsOf(page.html), code: recoveryCodes[0] ?? '' })
    expect(carried(done.html)?.answer).toMatchObject({ data: { member: { id } } })
    for (const [name, value] of cookies) window.cookies.set(name, value)
    expect(carried((await reply({ ...fieldsOf(page.html), code: shown() })).html)).toBeNull()
  })

  it('ends after too many wrong codes with an error for the page', async () => {
    await withTotp()
    let page = await walk(window, 'login', github, ann)
    for (let tries = 0; tries < 6; tries += 1) page = await reply({ ...fieldsOf(page.html), code: '000000' })
    expect(carried(page.html)?.answer['error']).toMatchObject({ code: 'too-many-requests' })
  })
})
