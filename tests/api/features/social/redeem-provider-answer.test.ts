import { expect, test } from 'vitest'
import type { FlowEnd } from '../../../../api/features/social/finish-flow'
import { openSocial } from './open-social'
import type { Social, Way } from './open-social'

const verifier = 'what the page keeps in its own storage'
const returnUrl = 'http://localhost:4002/members.html?tab=2'
const expired = [400, 'provider-session-expired']

const fullPage = ({ services }: Social): Way => ({ returnUrl, challenge: services.secrets.digest(verifier) })

const tokenOf = (end: FlowEnd): string => ('token' in end ? end.token : 'no token')

async function openWithAnswer(flow: 'signup' | 'login' = 'signup', way: Way = {}) {
  const social = await openSocial({ redirects: { afterSignup: '/new', afterLogin: '/in' } })
  const end = await social.go(flow, { ...fullPage(social), ...way })
  const redeem = async (changes: object = {}, how: object = {}) => {
    const { status, body } = await social.call(
      'redeemProviderAnswer',
      { answer: tokenOf(end), verifier, ...changes },
      how,
    )
    return [status, body.code]
  }
  return { social, end, redeem }
}

test('a full-page flow returns to its page with a token that is useless alone', async () => {
  const { social, end } = await openWithAnswer()
  expect(end).toEqual({
    openerOrigin: 'http://localhost:4002',
    returnUrl,
    token: expect.stringMatching(/^[\w-]{43}$/u),
    done: { came: 'signup', isOver: false, memberId: expect.stringMatching(/^mem_sb_/u) },
  })
  expect(JSON.stringify(social.dumpDatabase())).not.toContain(tokenOf(end))
  expect(social.dumpDatabase()['sessions']).toEqual([])
  expect((await social.call('getMember', {}, { token: tokenOf(end) })).data).toBeNull()
})

test('with the page’s verifier it is a sign-up, once, with a new session', async () => {
  const { social, end } = await openWithAnswer()
  social.clock.advance(60_000)
  const { data } = await social.call('redeemProviderAnswer', { answer: tokenOf(end), verifier })
  if (data.flow === 'connect') throw new Error('This was a sign-up.')
  expect(data).toMatchObject({ flow: 'signup', auth: { redirect: '/new', member: { auth: { hasPassword: false } } } })
  expect(data.auth.tokens.expires).toBe(social.clock.now() + 14 * 86_400_000)
  const me = await social.call('getMember', {}, { token: data.auth.tokens.accessToken })
  expect(me.data?.id).toBe(data.auth.member.id)
  const again = await social.call('redeemProviderAnswer', { answer: tokenOf(end), verifier })
  expect([again.status, again.body.code]).toEqual(expired)
})

test('a sign-up with an existing account logs in; content groups are returned on request', async () => {
  const social = await openSocial({ redirects: { afterLogin: '/in' } })
  await social.go('signup')
  const end = await social.go('signup', fullPage(social))
  const input = { answer: tokenOf(end), verifier, options: { includeContentGroups: true } }
  const { data } = await social.call('redeemProviderAnswer', input)
  expect(data).toMatchObject({
    flow: 'login',
    auth: { redirect: '/in', contentGroups: [{ key: 'members-area' }, {}, {}] },
  })
})

test('login CSRF: a token without the verifier of this tab, or with another, has no effect and stays valid', async () => {
  const { redeem } = await openWithAnswer()
  expect(await redeem({ verifier: 'a guess' })).toEqual(expired)
  expect(await redeem({ verifier: undefined })).toEqual([400, 'required-field-missing'])
  expect(await redeem({ answer: 'a guess' })).toEqual(expired)
  expect(await redeem({ answer: 'x'.repeat(129) })).toEqual(expired)
  expect(await redeem()).toEqual([200, undefined])
})

test('is valid in its app and mode, for two minutes', async () => {
  const { social, redeem } = await openWithAnswer()
  expect(await redeem({}, { app: 'app_trusttag' })).toEqual(expired)
  expect(await redeem({}, { key: 'pk_demo', origin: 'https://demo.example' })).toEqual(expired)
  social.clock.advance(120_000)
  expect(await redeem()).toEqual(expired)
})

test('of two parallel calls, one is logged in', async () => {
  const { social, redeem } = await openWithAnswer()
  const answers = await Promise.all([redeem(), redeem(), redeem()])
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  expect(social.dumpDatabase()['sessions']).toHaveLength(1)
})

test('a deleted member gets no result', async () => {
  const { social, redeem } = await openWithAnswer()
  const member = await social.store.members.findByEmail('app_demo', 'test', 'ann@example.com')
  await social.store.members.delete(member!.id)
  expect(await redeem()).toEqual(expired)
})

test('returns an error as a code', async () => {
  const { end } = await openWithAnswer('login')
  expect(end).toMatchObject({ returnUrl, error: { code: 'account-not-found' } })
})

test('returns a connection with its sentence', async () => {
  const social = await openSocial()
  const { tokens } = (await social.call('signup', { email: 'ann@example.com', password: 'correct horse' })).data
  const end = await social.connectAs(tokens.accessToken, fullPage(social))
  const { body } = await social.call('redeemProviderAnswer', { answer: tokenOf(end), verifier })
  expect(body).toEqual({
    data: { flow: 'connect', providers: [{ provider: 'google' }] },
    message: 'Your account is connected with Google.',
  })
})

test('reports an invalid invitation', async () => {
  const { social, end } = await openWithAnswer('signup', { wishes: { inviteToken: 'gone' } })
  const { body } = await social.call('redeemProviderAnswer', { answer: tokenOf(end), verifier })
  expect(body.message).toContain('You could not join the team.')
})

test('limits calls per IP address', async () => {
  const social = await openSocial({}, { rateLimitFactor: 1 })
  const statuses: number[] = []
  for (let count = 0; count < 61; count += 1) {
    statuses.push((await social.call('redeemProviderAnswer', { answer: 'a guess', verifier })).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
