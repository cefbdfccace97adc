import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemas } from '../../../contract/schemas'
import { callHeaders, startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

/** The bodies of published clients, field by field, over HTTP. */
const origin = 'http://127.0.0.1:8791'
const email = 'a@b.co'
const visit = { browser: 'CHROME', os: 'LINUX', screenSize: 'TABLET', sessionId: null, utmParams: {} }

let api: TestApi
let token: string
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

async function post(path: string, sent: object): Promise<unknown> {
  const headers = callHeaders({ key: 'pk_sb_demo', app: 'app_demo', origin, ...(token && { token }) }, true)
  const response = await api.request(path, { method: 'POST', headers, body: JSON.stringify(sent) })
  const answer = v.parse(v.looseObject({ data: v.optional(v.unknown()) }), await response.json())
  if (!response.ok) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
  return answer.data
}

async function mailedCode(): Promise<string> {
  const mail = await api.mailTo(email)
  return /^(\d{6})$/mu.exec(mail?.text ?? '')?.[1] ?? 'no code'
}

test('sign-up and login with a code', async () => {
  expect(await post('/auth/passwordless/signup/send', { email })).toEqual({ success: true })
  const joined = await post('/auth/signup?isPasswordless=true', {
    email,
    customFields: { 'first-name': '1' },
    passwordlessToken: await mailedCode(),
    plans: [{ planId: 'pln_free' }],
    origin_domain: origin,
    conversionData: { url: '/page.html', ...visit },
  })
  expect(joined).toMatchObject({ member: { auth: { email, hasPassword: false }, customFields: { 'first-name': '1' } } })

  expect(await post('/auth/passwordless/login/send', { email })).toEqual({ success: true })
  const passwordlessToken = await mailedCode()
  const data = await post('/auth/passwordless/login', { passwordlessToken, email, inviteToken: 'inv' })
  token = v.parse(schemas.passwordlessLogin.output, data).tokens.accessToken
})

test('the member’s JSON, password and address', async () => {
  expect(await post('/member/json', { json: { a: 1 } })).toEqual({ a: 1 })
  expect(await post('/member/set-password', { password: 'password1' })).toMatchObject({ auth: { hasPassword: true } })
  expect(await post('/member-auth', { oldPassword: 'password1', newPassword: 'password2' })).toMatchObject({
    json: { a: 1 },
  })
  // The new address waits for its link.
  const { auth } = v.parse(schemas.updateMemberAuth.output, await post('/member-auth', { email: 'c@d.co' }))
  expect(auth.email).not.toBe('c@d.co')
  await post('/auth/login', { email: auth.email, password: 'password2', options: { includeContentGroups: true } })
})
