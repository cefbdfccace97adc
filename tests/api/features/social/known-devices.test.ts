import { expect, test } from 'vitest'
import { loginOf, openSocial } from './open-social'

const email = 'ann@example.com'
const idOf = (token = '') => token.split('.')[0] ?? ''

test('our client’s window gives the browser one token, a published client’s none', async () => {
  const social = await openSocial()
  expect(loginOf(await social.go('signup'))).not.toHaveProperty('device')
  const first = loginOf(await social.go('login', { wishes: { deviceId: null } }))
  expect(first.device).toMatch(/^dev_[\w-]+\.[\w-]{43}$/u)
  const again = loginOf(await social.go('login', { wishes: { deviceId: idOf(first.device) } }))
  expect(again).not.toHaveProperty('device')
  const elsewhere = loginOf(await social.go('login', { wishes: { deviceId: 'dev_unknown' } }))
  expect(idOf(elsewhere.device)).not.toBe(idOf(first.device))
})

test('the device in a window’s URL proves nothing: a squatter’s password ends with the first proof', async () => {
  const social = await openSocial()
  const mallory = { email, password: 'mallory waits' }
  const { device, member } = (await social.call('signup', { ...mallory, device: null })).data
  const login = loginOf(await social.go('login', { wishes: { deviceId: idOf(device) } }))
  expect(login.member).toMatchObject({ id: member.id, verified: true, auth: { hasPassword: false } })
  expect((await social.call('login', { ...mallory, device: device ?? null })).status).not.toBe(200)
  expect(await social.store.devices.find(member.id, idOf(device), 0)).toBeNull()
})

test('a provider connected by a known device survives the first proof by that device', async () => {
  const social = await openSocial()
  const { device, tokens } = (await social.call('signup', { email, password: 'correct horse', device: null })).data
  const identity = { subject: 'own', email: 'own@example.com' }
  await social.connectAs(tokens.accessToken, { provider: 'github', identity })
  const sent = await social.call('sendPasswordlessLoginEmail', { email, device: device ?? null })
  const passwordlessToken = /^(\d{6})$/mu.exec((await social.mailTo(email))?.text ?? '')?.[1] ?? ''
  const { requestToken = null } = sent.data
  const proof = { email, passwordlessToken, requestToken, device: device ?? null }
  const { member } = (await social.call('passwordlessLogin', proof)).data
  expect(member).toMatchObject({ verified: true, auth: { hasPassword: true, providers: [{ provider: 'github' }] } })
})
