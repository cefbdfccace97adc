import { expect, test } from 'vitest'
import { startTestApi } from '../../support/start-api'
import { ada, openClient } from './open-client'

const WRONG = { ...ada, password: 'wrong horse' }

/** The code of the newest email. */
async function codeTo(api: Awaited<ReturnType<typeof startTestApi>>): Promise<string> {
  return /^\d{6}$/m.exec((await api.mailTo(ada.email))?.text ?? '')?.[0] ?? ''
}

/** Ten wrong passwords of a published client: after that, only known devices and proofs of work can log in. */
async function lock(api: Awaited<ReturnType<typeof startTestApi>>) {
  for (let n = 0; n < 10; n += 1) expect((await api.call('login', WRONG)).status).toBe(401)
}

test('the device token is kept through a logout, sent with each login, and shown to no script of the page', async () => {
  const api = await startTestApi({ rateLimitFactor: 1 })
  const { client, window, requests } = openClient(api)
  const { data } = await client.signupMemberEmailPassword(ada)
  expect(JSON.stringify(data)).not.toContain('dev_')
  const device = window.localStorage.getItem('_ms-device')
  expect(device).toMatch(/^dev_[\w-]+\.[\w-]{43}$/u)
  await client.logout()
  await lock(api)
  await client.loginMemberEmailPassword(ada)
  expect(requests.at(-1)).toMatchObject({ path: '/auth/login', body: { device } })
  expect(window.localStorage.getItem('_ms-device')).toBe(device)
  await api.close()
})

test('a browser without one solves the puzzle by itself, and is known from then on', async () => {
  const api = await startTestApi({ rateLimitFactor: 1 })
  await api.call('signup', ada)
  await lock(api)
  const { client, window, requests } = openClient(api)
  await expect(client.loginMemberEmailPassword(WRONG)).rejects.toMatchObject({ code: 'invalid-credentials' })
  expect(requests.map(({ path, body }) => [path, Object.keys(body ?? {}).includes('proofOfWork')])).toEqual([
    ['/auth/login', false],
    ['/auth/login', true],
  ])
  await client.loginMemberEmailPassword(ada)
  expect(window.localStorage.getItem('_ms-device')).toMatch(/^dev_/u)
  await api.close()
})

test('a mailed code goes with the token of its request, which a stranger’s request does not replace', async () => {
  const api = await startTestApi({ rateLimitFactor: 1 })
  await api.call('signup', ada)
  const { client, window } = openClient(api)
  const sent = await client.sendMemberLoginPasswordlessEmail({ email: ada.email })
  expect(sent.data).toEqual({ success: true })
  const code = await codeTo(api)
  await openClient(api).client.sendMemberLoginPasswordlessEmail({ email: ada.email })
  await api.call('sendPasswordlessLoginEmail', { email: ada.email })
  expect(window.sessionStorage.getItem('_ms-request')).toContain('login')
  const { data } = await client.loginMemberPasswordless({ email: ada.email, passwordlessToken: code })
  expect(data.member.auth.email).toBe(ada.email)

  const asked = await client.sendMemberResetPasswordEmail({ email: ada.email })
  expect(Object.keys(asked)).toEqual(['data'])
  const resetCode = await codeTo(api)
  await client.resetMemberPassword({ token: resetCode, newPassword: 'another horse', email: ada.email })
  await api.close()
})
