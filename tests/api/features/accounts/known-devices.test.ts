import { expect, test } from 'vitest'
import { DEVICE_LIFETIME_DAYS, DEVICES_PER_MEMBER_MAX } from '../../../../contract/limits'
import { purgeExpired } from '../../../../api/workers'
import { startTestApi } from '../../../support/start-api'
import { openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import { ann, refusalOf, request, signUpAnn, WRONG } from './sign-in-tools'

const DAY_MS = 86_400_000
const newPassword = 'another horse'

/** Uses up the tries of unknown devices: afterwards only a known one can log in with the password alone. */
async function lock(services: TestServices, email = ann.email) {
  for (let n = 0; n < 10; n += 1) await refusalOf(services.call('login', { email, password: WRONG }))
}

async function isKnown(services: TestServices, device: string | undefined, login = ann): Promise<boolean> {
  await lock(services, login.email).catch(() => {})
  return services.call('login', { ...login, device: device ?? null }).then(
    () => true,
    () => false,
  )
}

test('every way to log in makes the browser known, once; published clients are given nothing', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const plain = await services.call('login', ann)
  expect(plain.data).not.toHaveProperty('device')
  const again = await services.call('login', { ...ann, device })
  expect(again.data).not.toHaveProperty('device')

  const { code, requestToken } = await request(services, 'sendPasswordlessLoginEmail')
  const byCode = { email: ann.email, passwordlessToken: code, requestToken, device: null }
  const entered = (await services.call('passwordlessLogin', byCode)).data
  const second = entered.device
  expect(second).not.toBe(device)
  await services.store.members.update(entered.member.id, { passwordHash: await services.hasher.hash(ann.password) })

  const me = await services.as(entered.tokens.accessToken)
  const { ticket } = (await services.call('createMemberTicket', {}, me)).data
  const third = (await services.call('exchangeMemberTicket', { ticket, device: null })).data.device
  for (const known of [second, third]) expect(await isKnown(services, known)).toBe(true)
})

test('the token is stored as a digest only', async () => {
  const services = await openTestServices()
  const { id, device } = await signUpAnn(services)
  const row = await services.store.devices.find(id, device.split('.')[0]!, 0)
  expect(row).toMatchObject({ tokenDigest: services.secrets.digest(device), appId: 'app_demo', mode: 'test' })
  expect(JSON.stringify(row)).not.toContain(device.split('.')[1])
})

test.for(['nonsense', 'dev_1.short', `dev_1\u0000.${'x'.repeat(43)}`, 'x'.repeat(100_000)])(
  'an invalid device token is an unknown device and prevents no login: %#',
  async (device) => {
    const services = await openTestServices()
    await signUpAnn(services)
    expect((await services.call('login', { ...ann, device })).data.device).toMatch(/^dev_/u)
  },
)

test('a token opens nothing: not with a wrong password, not another account, not with another secret', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const bob = { email: 'bob@example.com', password: 'correct horse' }
  await services.call('signup', bob)
  expect((await refusalOf(services.call('login', { ...ann, password: WRONG, device }))).code).toBe(
    'invalid-credentials',
  )
  expect(await isKnown(services, device, bob)).toBe(false)
  const forged = `${device.split('.')[0]}.${services.secrets.sessionToken()}`
  expect(await isKnown(services, forged)).toBe(false)
  expect(await isKnown(services, device)).toBe(true)
})

test('a known device is one of its app and mode', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const live = { mode: 'live' } as const
  await services.call('signup', { ...ann, password: 'a long and rare horse' }, live)
  const answer = await services.call('login', { ...ann, password: 'a long and rare horse', device }, live)
  expect(answer.data.device).toMatch(/^dev_/u)
})

test('two members of one browser share its token, and are known in it each', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const bob = { email: 'bob@example.com', password: 'correct horse' }
  expect((await services.call('signup', { ...bob, device })).data.device).toBeUndefined()
  expect([await isKnown(services, device), await isKnown(services, device, bob)]).toEqual([true, true])
})

test('a logout leaves the device known; a new password ends all but its own, a reset every one', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const { data } = await services.call('login', { ...ann, device })
  await services.call('logout', {}, await services.as(data.tokens.accessToken))
  expect(await isKnown(services, device)).toBe(true)

  services.wait(900_000)
  const other = (await services.call('login', { ...ann, device: null })).data.device
  const mine = await services.call('login', { ...ann, device })
  const me = await services.as(mine.data.tokens.accessToken)
  await services.call('updateMemberAuth', { oldPassword: ann.password, newPassword }, me)
  expect(await isKnown(services, other, { ...ann, password: newPassword })).toBe(false)
  expect(await isKnown(services, device, { ...ann, password: newPassword })).toBe(true)

  const { link } = await request(services, 'sendResetPasswordEmail', { device })
  await services.call('resetPassword', { token: link, newPassword: 'third horse' })
  expect(await isKnown(services, device, { ...ann, password: 'third horse' })).toBe(false)
})

test('a member has ten devices at most: the one not seen for longest goes', async () => {
  const services = await openTestServices()
  const { id, device: first } = await signUpAnn(services)
  const tokens = [first]
  for (let n = 0; n < DEVICES_PER_MEMBER_MAX; n += 1) {
    services.wait(1000)
    if (n === 5) await services.call('login', { ...ann, device: first })
    tokens.push((await services.call('login', { ...ann, device: null })).data.device ?? '')
  }
  const known = []
  for (const token of tokens) {
    const row = await services.store.devices.find(id, token.split('.')[0]!, 0)
    known.push(row !== null)
  }
  expect(known).toEqual(tokens.map((_, index) => index !== 1))
})

test('a device that was not seen for long is unknown, and its row goes', async () => {
  const services = await openTestServices()
  const { id, device } = await signUpAnn(services)
  services.wait((DEVICE_LIFETIME_DAYS - 1) * DAY_MS)
  await services.call('login', { ...ann, device })
  services.wait(DEVICE_LIFETIME_DAYS * DAY_MS)
  await purgeExpired(services)
  expect(await services.store.devices.find(id, device.split('.')[0]!, 0)).toBeNull()
  expect(await isKnown(services, device)).toBe(false)
})

test('the first proof of an email keeps what the same known device set up, and ends the rest', async () => {
  const services = await openTestServices()
  const { id, device } = await signUpAnn(services)
  const here = (await services.call('login', { ...ann, device })).data.tokens.accessToken
  const elsewhere = (await services.call('login', ann)).data.tokens.accessToken
  const connected = { memberId: id, appId: 'app_demo', mode: 'test' as const, createdAt: 1 }
  const { store } = services
  const own = device.split('.')[0]!
  await store.providerConnections.insert({ ...connected, provider: 'google', subject: 'own', deviceId: own })
  await store.providerConnections.insert({ ...connected, provider: 'github', subject: 'theirs', deviceId: null })

  const { mail, code, requestToken } = await request(services, 'sendPasswordlessLoginEmail', { device })
  expect(mail?.text).not.toContain('removes the current password')
  const proof = { email: ann.email, passwordlessToken: code, requestToken, device }
  const { data, message } = await services.call('passwordlessLogin', proof)
  expect(message).toBeUndefined()
  expect(data.member).toMatchObject({
    verified: true,
    auth: { hasPassword: true, providers: [{ provider: 'google' }] },
  })
  // This browser's session is the new one.
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(id)
  for (const ended of [here, elsewhere]) expect((await services.as(ended)).member).toBeNull()
  await services.call('login', ann)
})

test('from any other browser it ends the password, and both the mail and the answer say so', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const { mail, code, requestToken } = await request(services, 'sendPasswordlessLoginEmail')
  expect(mail?.text).toContain('removes the current password')
  const proof = { email: ann.email, passwordlessToken: code, requestToken, device: null }
  const { data, message, notice } = await services.call('passwordlessLogin', proof)
  expect([data.member.auth.hasPassword, notice]).toEqual([false, 'password-removed'])
  expect(message).toContain('has been removed')
  expect(await isKnown(services, device)).toBe(false)
  const later = await request(services, 'sendPasswordlessLoginEmail')
  expect(later.mail?.text).not.toContain('removes the current password')
})

test('a device that another browser’s password replaced proves nothing for it', async () => {
  const services = await openTestServices()
  const { id, device } = await signUpAnn(services)
  const other = await services.call('login', { ...ann, device: null })
  const me = await services.as(other.data.tokens.accessToken)
  await services.call('updateMemberAuth', { oldPassword: ann.password, newPassword }, me)
  const { code, requestToken } = await request(services, 'sendPasswordlessLoginEmail', { device })
  const { data } = await services.call('passwordlessLogin', {
    email: ann.email,
    passwordlessToken: code,
    requestToken,
    device,
  })
  expect([data.member.id, data.member.auth.hasPassword]).toEqual([id, false])
})

test('no log holds a device token, a request token or a solution', async () => {
  const api = await startTestApi({ rateLimitFactor: 1 })
  const { device = '' } = (await api.call('signup', { ...ann, device: null })).data
  const { requestToken = '' } = (await api.call('sendPasswordlessLoginEmail', { email: ann.email, device })).data
  const proof = { email: ann.email, passwordlessToken: '000000', requestToken, device }
  await api.call('passwordlessLogin', proof)
  for (let n = 0; n < 11; n += 1) await api.call('login', { ...ann, password: WRONG, device })
  await api.call('login', { ...ann, device: null, proofOfWork: 'a-solution' })
  const lines = [...api.logLines, ...api.securityLines].join('\n')
  expect(lines).toContain('limit-reached')
  for (const secret of [device, device.split('.')[1] ?? '', requestToken, 'a-solution']) {
    expect(secret).not.toBe('')
    expect(lines).not.toContain(secret)
  }
  await api.close()
})
