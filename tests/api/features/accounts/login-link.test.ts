import { expect, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { loginLinkPage } from '../../../../api/features/accounts/passwordless'
import { codeIn, openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import { ann, refusalOf, signUpAnn, stranger } from './sign-in-tools'

const PAGE = 'http://localhost:4002/members/'
const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.1; rv:128.0) Gecko/20100101 Firefox/128.0'
const used = { code: 'invalid-login-link', status: 400 }

interface Ask {
  email?: string
  returnUrl?: string
  device?: string | null
}

const linkIn = (text: string | undefined): string =>
  /(\S+(?:#ms-auth=|\?token=)lnk_[\w-]+)$/mu.exec(text ?? '')?.[1] ?? 'no link'
const tokenOf = (link: string): string => /lnk_[\w-]+$/u.exec(link)?.[0] ?? ''

/** As our client asks, from a page. */
async function ask(
  services: TestServices,
  { email = ann.email, returnUrl = PAGE, device = null }: Ask = {},
  from = {},
) {
  const { data } = await services.call('sendPasswordlessLoginEmail', { email, returnUrl, device }, from)
  services.wait(1)
  const mail = (await services.mails()).findLast(({ to }) => to === email)
  const link = linkIn(mail?.text)
  return { mail, link, token: tokenOf(link), code: codeIn(mail), requestToken: data.requestToken ?? null }
}

async function open(changes: Partial<AppDefinition> = {}) {
  const services = await openTestServices(changes)
  const { id } = await signUpAnn(services)
  await services.store.members.update(id, { verified: true })
  return { services, id }
}

test('a mail carries code and link, and the link opens the page that asked', async () => {
  const { services } = await open()
  const { mail, link, code } = await ask(services, { returnUrl: `${PAGE}?a=b#old` })
  expect(code).toMatch(/^\d{6}$/u)
  expect(link).toMatch(/^http:\/\/localhost:4002\/members\/\?a=b#ms-auth=lnk_[\w-]{22,}$/u)
  expect(mail?.text).toContain('Open the link or type the code.')
  expect(mail?.html).toContain(link)
})

test('the browser that requested it is logged in at once; link and code end together', async () => {
  const { services, id } = await open()
  const { token, code, requestToken } = await ask(services)
  const { data } = await services.call('loginLink', { token, requestToken, device: null })
  expect(data).toMatchObject({ request: null, code: null, login: { member: { id } } })
  const me = await services.as(data.login!.tokens.accessToken)
  expect((await services.call('getMemberSessions', {}, me)).data[0]).toMatchObject({
    methods: ['link'],
    isCurrent: true,
  })
  expect(await refusalOf(services.call('loginLink', { token, requestToken }))).toMatchObject(used)
  const typed = services.call('passwordlessLogin', {
    email: ann.email,
    passwordlessToken: code,
    requestToken,
    device: null,
  })
  expect(await refusalOf(typed)).toMatchObject({ code: 'invalid-passwordless-login-code' })
})

test('the code ends the link', async () => {
  const { services } = await open()
  const { token, code, requestToken } = await ask(services)
  await services.call('passwordlessLogin', { email: ann.email, passwordlessToken: code, requestToken, device: null })
  expect(await refusalOf(services.call('loginLink', { token, act: 'login' }))).toMatchObject(used)
})

test('any other browser only learns what was requested, as often as it asks', async () => {
  const { services } = await open()
  const { token, requestToken } = await ask(services, {}, { userAgent: FIREFOX })
  for (const wrong of [null, 'another request', undefined, '']) {
    const { data } = await services.call('loginLink', { token, requestToken: wrong, device: null }, stranger())
    expect(data).toEqual({
      login: null,
      code: null,
      request: { email: ann.email, agent: 'Firefox on macOS', network: '192.0.2.0/24' },
    })
  }
  expect((await services.call('loginLink', { token, requestToken })).data.login).not.toBeNull()
})

test('"Log in here" logs in another browser, once, also with two concurrent requests', async () => {
  const { services, id } = await open()
  const { token } = await ask(services)
  const enter = () => services.call('loginLink', { token, act: 'login', device: null }, stranger())
  const both = await Promise.allSettled([enter(), enter()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [first] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.data.login] : []))
  expect(first?.member.id).toBe(id)
  expect(await refusalOf(enter())).toMatchObject(used)
})

test('"Show the code" ends the link and the mailed code; the shown one works only where it was requested', async () => {
  const { services, id } = await open()
  const asked = await ask(services)
  const { data } = await services.call('loginLink', { token: asked.token, act: 'show-code' }, stranger())
  const shown = data.code ?? ''
  expect(shown).toMatch(/^\d{6}$/u)
  expect(await refusalOf(services.call('loginLink', { token: asked.token, act: 'login' }))).toMatchObject(used)
  expect(await refusalOf(services.call('loginLink', { token: asked.token, act: 'show-code' }))).toMatchObject(used)
  const type = (passwordlessToken: string, requestToken: string | null) =>
    services.call('passwordlessLogin', { email: ann.email, passwordlessToken, requestToken, device: null })
  if (asked.code !== shown) await refusalOf(type(asked.code, asked.requestToken))
  await refusalOf(type(shown, 'another request'))
  expect((await type(shown, asked.requestToken)).data.member.id).toBe(id)
})

test('a link works for ten minutes, in its app and mode, and only while the policy has links', async () => {
  const { services } = await open()
  const { token, requestToken } = await ask(services)
  const call = (from = {}) => services.call('loginLink', { token, requestToken, act: 'login' }, from)
  expect(await refusalOf(call({ mode: 'live' }))).toMatchObject(used)
  const other = (await services.store.apps.findById('app_trusttag'))!
  const linking: AppDefinition = { ...other, signIn: { preset: 'compatible', methods: { link: true } } }
  expect(await refusalOf(call({ app: linking }))).toMatchObject(used)
  expect((await refusalOf(call({ app: other }))).code).toBe('login-method-disabled')
  services.wait(10 * 60_000)
  expect(await refusalOf(call())).toMatchObject(used)
})

test('without links in the policy the mail has a code only', async () => {
  const { services } = await open({ signIn: { preset: 'compatible' } })
  const { link, code, mail } = await ask(services)
  expect([link, /^\d{6}$/u.test(code), mail?.text.includes('http')]).toEqual(['no link', true, false])
})

test('without codes in the policy the mail has a link only, which logs in', async () => {
  const { services } = await open({ signIn: { preset: 'compatible', methods: { code: false, link: true } } })
  const { code, token, requestToken, mail } = await ask(services)
  expect([code, mail?.subject]).toEqual(['no code', 'Your Demo login link'])
  expect((await services.call('loginLink', { token, requestToken })).data.login).not.toBeNull()
})

test('after ten mails a day for unknown devices the mail has a link only', async () => {
  const { services } = await open()
  const codes: string[] = []
  for (let asked = 0; asked < 11; asked += 1) {
    codes.push((await ask(services, {}, stranger(asked))).code)
    services.wait(15 * 60_000)
  }
  expect(codes.map((code) => code === 'no code')).toEqual([...Array(10).fill(false), true])
})

test('a page of another site is refused; a foreign site in Test Mode and older clients get the hosted page', async () => {
  const { services } = await open()
  for (const returnUrl of [
    'https://evil.example/',
    'javascript:alert(1)',
    'http://ann:pw@localhost:4002/',
    'blob:http://localhost:4002/1',
  ])
    expect((await refusalOf(ask(services, { returnUrl }))).code).toBe('invalid-field-value')
  const hosted = /^http:\/\/localhost:4001\/login-link\?token=lnk_/u
  const evil = 'https://evil.example'
  expect((await ask(services, { returnUrl: `${evil}/a` }, { origin: evil })).link).toMatch(hosted)
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  services.wait(1)
  expect(linkIn((await services.mails()).at(-1)?.text)).toMatch(hosted)
})

test('a link scanner changes nothing: GETs of the hosted page, HEADs and calls without a click', async () => {
  const { services, id } = await open()
  const evil = 'https://staging.example'
  const { link, token, requestToken } = await ask(services, { returnUrl: `${evil}/a` }, { origin: evil })
  const page = (method: 'GET' | 'POST', form: URLSearchParams | null = null) =>
    loginLinkPage(services, {
      method,
      url: new URL(link),
      form,
      parameters: {},
      cookie: null,
      referer: null,
      isSpeculative: false,
      ipAddress: '203.0.113.9',
    })
  for (let opened = 0; opened < 5; opened += 1) {
    const response = await page('GET')
    const body = await response.text()
    expect(response.status).toBe(200)
    expect(body).toContain(ann.email)
    expect(body).toContain('staging.example')
    expect(body).toContain(`href="${evil}/a#ms-auth=${token}"`)
    await services.call('loginLink', { token, device: null }, stranger(9))
  }
  expect((await services.call('loginLink', { token, requestToken }, { origin: evil })).data.login?.member.id).toBe(id)
  expect((await page('GET')).status).toBe(410)
})

test('the hosted page shows an older client’s code, which then logs in there', async () => {
  const { services, id } = await open()
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  services.wait(1)
  const link = linkIn((await services.mails()).at(-1)?.text)
  const request = { parameters: {}, cookie: null, referer: null, isSpeculative: false, ipAddress: '203.0.113.9' }
  const get = await loginLinkPage(services, { ...request, method: 'GET', url: new URL(link), form: null })
  expect(await get.text()).not.toContain('class="button"')
  const form = new URLSearchParams({ token: tokenOf(link) })
  const url = new URL('/login-link', link)
  const shown = await (await loginLinkPage(services, { ...request, method: 'POST', url, form })).text()
  const code = /<strong>(\d{6})<\/strong>/u.exec(shown)?.[1] ?? ''
  const { data } = await services.call('passwordlessLogin', { email: ann.email, passwordlessToken: code })
  expect(data.member.id).toBe(id)
  expect((await loginLinkPage(services, { ...request, method: 'POST', url, form })).status).toBe(410)
})

test('the first proof of an email ends its password', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const { token, mail } = await ask(services, {}, stranger())
  expect(mail?.text).toContain('removes the current password')
  const { data, ...said } = await services.call('loginLink', { token, act: 'login', device: null }, stranger())
  expect(said).toMatchObject({ notice: 'password-removed' })
  expect(data.login?.member).toMatchObject({ verified: true, auth: { hasPassword: false } })
  expect(device).not.toBe(data.login?.device)
})

test('unknown emails cost the same and get the same response, without a mail', async () => {
  const { services } = await open()
  const known = await services.call('sendPasswordlessLoginEmail', { email: ann.email, returnUrl: PAGE, device: null })
  services.wait(1)
  await services.mails()
  const unknown = await services.call('sendPasswordlessLoginEmail', {
    email: 'no@example.com',
    returnUrl: PAGE,
    device: null,
  })
  services.wait(1)
  expect((await services.mails()).map(({ to }) => to)).toEqual([ann.email])
  expect(Object.keys(unknown.data).toSorted()).toEqual(Object.keys(known.data).toSorted())
  expect(unknown.message).toBe(known.message)
})
