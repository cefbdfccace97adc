import { expect, onTestFinished, test } from 'vitest'
import { codeIn, openTestServices, tokenIn } from '../../../support/open-test-services'
import { startTestApi } from '../../../support/start-api'
import { notMe } from '../../../../api/features/accounts/pages'
import { agentOf, networkOf } from '../../../../api/features/accounts/devices'
import { flushSeenSessions, recordSeen } from '../../../../api/features/members/workers'
import { ann, refusalOf, signUpAnn, stranger } from './sign-in-tools'

const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.1; rv:128.0) Gecko/20100101 Firefox/128.0'
const MINUTE_MS = 60_000

test('a member sees where they are logged in, ends one session and then all others', async () => {
  const services = await openTestServices()
  await signUpAnn(services)
  const login = async () => (await services.call('login', { ...ann, device: null }, { userAgent: FIREFOX })).data
  const [here, phone, laptop] = [await login(), await login(), await login()]
  const me = await services.as(here.tokens.accessToken)
  const { data: sessions } = await services.call('getMemberSessions', {}, me)
  expect(sessions).toHaveLength(4)
  const own = sessions.filter(({ isCurrent }) => isCurrent)
  expect(own).toMatchObject([{ agent: 'Firefox on macOS', network: '192.0.2.0/24', methods: ['password'] }])

  const before = new Set(sessions.map(({ id }) => id))
  const inPhone = await services.as(phone.tokens.accessToken)
  const other = (await services.call('getMemberSessions', {}, inPhone)).data.find(({ isCurrent }) => isCurrent)
  await services.call('endMemberSession', { id: other!.id }, me)
  expect((await services.as(phone.tokens.accessToken)).member).toBeNull()
  const left = (await services.call('getMemberSessions', {}, me)).data.map(({ id }) => id)
  expect(new Set(left)).toEqual(new Set([...before].filter((id) => id !== other!.id)))

  expect((await services.call('endOtherMemberSessions', {}, me)).data).toEqual({ ended: 2 })
  expect((await services.as(laptop.tokens.accessToken)).member).toBeNull()
  expect((await services.call('getMemberSessions', {}, me)).data).toHaveLength(1)
  expect((await refusalOf(services.call('endMemberSession', { id: other!.id }, me))).code).toBe(
    'member-session-not-found',
  )
})

test('a login ends the session that its browser had before, and no other', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const first = (await services.call('login', { ...ann, device })).data.tokens.accessToken
  const elsewhere = (await services.call('login', { ...ann, device: null })).data.tokens.accessToken
  const second = (await services.call('login', { ...ann, device })).data.tokens.accessToken
  expect((await services.as(first)).member).toBeNull()
  for (const token of [elsewhere, second]) expect((await services.as(token)).member?.email).toBe(ann.email)
})

test('a session without a recent proof ends no other; the password renews it, and the former token only reads', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const { token } = await signUp(api)
  await api.store.kysely.updateTable('sessions').set({ verifiedAt: 0 }).execute()
  const refused = await api.call('endOtherMemberSessions', {}, { token })
  expect(refused.body).toMatchObject({ code: 'reauthentication-required', methods: ['password'] })
  const wrong = await api.call('reauthenticate', { password: 'wrong horse' }, { token })
  expect(wrong.body.code).toBe('invalid-password')
  const { data } = await api.call('reauthenticate', { password: ann.password }, { token })
  const renewed = data.tokens.accessToken
  expect(renewed).not.toBe(token)
  expect((await api.call('getMember', {}, { token })).data?.auth.email).toBe(ann.email)
  const write = await api.call('updateMemberJson', { json: {} }, { token })
  expect(write.body.code).toBe('client/invalid-token')
  expect((await api.call('endOtherMemberSessions', {}, { token: renewed })).data.ended).toBe(0)
})

test('a proof is valid for ten minutes, and its former token reads for ten seconds', async () => {
  const services = await openTestServices()
  const { tokens } = (await services.call('signup', ann)).data
  const me = await services.as(tokens.accessToken)
  services.wait(10 * MINUTE_MS - 1)
  await services.call('endOtherMemberSessions', {}, me)
  services.wait(1)
  const refusal = await refusalOf(services.call('endOtherMemberSessions', {}, me))
  expect(refusal).toMatchObject({ code: 'reauthentication-required', status: 403, methods: ['password'] })
  const renewed = (await services.call('reauthenticate', { password: ann.password }, me)).data.tokens.accessToken
  const now = services.clock.now()
  const former = services.secrets.digest(tokens.accessToken)
  expect(await services.store.sessions.findCaller(former, now + 9_999)).toMatchObject({ isFormer: true })
  expect(await services.store.sessions.findCaller(former, now + 10_000)).toBeNull()
  await services.call('endOtherMemberSessions', {}, await services.as(renewed))
})

test('a member with nothing but an email proves themselves by a mailed code, which works once', async () => {
  const services = await openTestServices()
  const { id } = await signUpAnn(services)
  await services.store.members.update(id, { passwordHash: null, verified: true })
  const session = (await services.store.kysely.selectFrom('sessions').selectAll().executeTakeFirst())!
  const me = { tokenDigest: session.tokenDigest, member: await services.store.members.findById(id) }
  const sent = (await services.call('getReauthenticationOptions', { sendCode: true }, me)).data
  expect(sent.methods).toEqual(['code'])
  const code = codeIn((await services.mails()).at(-1))
  const proof = { code, requestToken: sent.requestToken }
  expect((await refusalOf(services.call('reauthenticate', { code }, me))).code).toBe('invalid-passwordless-login-code')
  const renewed = (await services.call('reauthenticate', proof, me)).data.tokens.accessToken
  const again = services.call('reauthenticate', proof, await services.as(renewed))
  expect((await refusalOf(again)).code).toBe('invalid-passwordless-login-code')
})

test('a verified member is mailed about a login from an unknown device, and its link ends everything', async () => {
  const services = await openTestServices()
  const { id, device } = await signUpAnn(services)
  await services.store.members.update(id, { verified: true })
  await services.call('login', { ...ann, device })
  expect(await services.mails()).toEqual([])
  const intruder = (await services.call('login', { ...ann, device: null }, { ...stranger(), userAgent: FIREFOX })).data
  const [mail] = await services.mails()
  expect(mail?.subject).toBe('New login to your Demo account')
  for (const fact of ['Firefox on macOS', '203.0.113.0/24']) expect(mail?.text).toContain(fact)

  const url = new URL('http://localhost:4001/account/not-me')
  url.searchParams.set('token', tokenIn(mail))
  const page = { method: 'GET', url, form: null, parameters: {}, cookie: null, referer: null } as const
  const sent = { ...page, ipAddress: '192.0.2.1', isSpeculative: false }
  expect((await notMe(services, sent)).status).toBe(200)
  expect((await services.as(intruder.tokens.accessToken)).member?.id).toBe(id)
  const form = new URLSearchParams({ token: tokenIn(mail) })
  expect((await notMe(services, { ...sent, method: 'POST', form })).status).toBe(200)
  expect((await services.as(intruder.tokens.accessToken)).member).toBeNull()
  expect((await services.store.members.findById(id))?.passwordHash).toBeNull()
  expect((await services.mails()).at(-1)?.subject).toBe('Your Demo password reset code')
  expect((await notMe(services, { ...sent, method: 'POST', form })).status).toBe(410)
})

test.for([
  ['a published client', undefined],
  ['our client', null],
] as const)(
  'the first proof of an email by a mailed code, from %s, is not mailed as a new device',
  async ([, device]) => {
    const services = await openTestServices()
    await signUpAnn(services)
    const claim = device === undefined ? {} : { device }
    const loginByCode = async (from = {}) => {
      const { data } = await services.call('sendPasswordlessLoginEmail', { email: ann.email, ...claim }, from)
      const code = codeIn((await services.mails()).findLast(({ subject }) => subject.endsWith('login code')))
      const sent = { passwordlessToken: code, ...('requestToken' in data && { requestToken: data.requestToken }) }
      await services.call('passwordlessLogin', { email: ann.email, ...sent, ...claim }, from)
    }
    const warnings = async () =>
      (await services.mails()).filter(({ subject }) => subject.startsWith('New login')).length
    await loginByCode(stranger())
    expect(await warnings()).toBe(0)
    await loginByCode({ ...stranger(), userAgent: FIREFOX })
    expect(await warnings()).toBe(1)
  },
)

test.for([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:12:34::1', '2001:db8:12::/48'],
  ['2001:db8::/64', '2001:db8:0::/48'],
  ['unknown', null],
] as const)('the network of %s is %s', ([address, network]) => expect(networkOf(address)).toBe(network))

test('an agent is named in two words, or not at all', () => {
  expect(
    agentOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/128.0 Safari/537.36 Edg/128.0'),
  ).toBe('Edge on Windows')
  expect(agentOf('curl/8')).toBeNull()
  expect(agentOf(undefined)).toBeNull()
})

async function signUp(api: Awaited<ReturnType<typeof startTestApi>>): Promise<{ token: string }> {
  const { data } = await api.call('signup', ann)
  return { token: data.tokens.accessToken }
}

const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

test('when a session was seen is written once an hour', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const { token } = await signUp(api)
  const seen = async () => (await api.call('getMemberSessions', {}, { token })).data[0]?.lastSeenAt
  const began = await seen()
  await flushSeenSessions({ store: api.store, clock: api.clock })
  expect(await seen()).toBe(began)
  api.clock.advance(HOUR_MS)
  await seen()
  const flush = () => flushSeenSessions({ store: api.store, clock: api.clock })
  await flush()
  expect(Date.parse((await seen()) ?? '') - Date.parse(began ?? '')).toBe(HOUR_MS)
  await api.store.kysely.updateTable('sessions').set({ lastSeenAt: 0 }).execute()
  await flush()
  expect(await seen()).toBe(new Date(0).toISOString())
})

test('with idleDays an unused session ends early, and use moves its end up to its age limit', async () => {
  const services = await openTestServices({
    sessionLifetimeDays: 20,
    signIn: { preset: 'compatible', sessions: { idleDays: 7 } },
  })
  await services.store.apps.replace(services.app)
  const { tokens } = (await services.call('signup', ann)).data
  expect(tokens.expires - services.clock.now()).toBe(20 * DAY_MS)
  const digest = services.secrets.digest(tokens.accessToken)
  const isAlive = async () => (await services.store.sessions.findCaller(digest, services.clock.now())) !== null
  const use = async () => {
    recordSeen(services.store, { appId: services.app.id, tokenDigest: digest }, services.clock.now())
    await flushSeenSessions(services)
  }
  services.wait(7 * DAY_MS - 1)
  expect(await isAlive()).toBe(true)
  await use()
  services.wait(7 * DAY_MS - 1)
  expect(await isAlive()).toBe(true)
  await use()
  services.wait(6 * DAY_MS)
  expect(await isAlive()).toBe(true)
  await use()
  services.wait(2)
  expect(await isAlive()).toBe(false)
})

test('a renewed token of a session with idleDays says the age limit', async () => {
  const services = await openTestServices({ signIn: { preset: 'compatible', sessions: { idleDays: 1 } } })
  const { tokens } = (await services.call('signup', ann)).data
  const me = await services.as(tokens.accessToken)
  const renewed = (await services.call('reauthenticate', { password: ann.password }, me)).data.tokens
  expect(renewed.expires).toBe(tokens.expires)
})
