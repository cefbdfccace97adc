import { TOTP, Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { completeRecoveries } from '../../../../api/features/second-factor/recovery'
import { recoveryPage, setupPage } from '../../../../api/features/second-factor/pages'
import type { PageRequest } from '../../../../api/http/page-kit'
import { tokenIn } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import { softAuthenticator } from '../../../support/soft-authenticator'
import { refusalOf } from '../accounts/sign-in-tools'
import { addPasskey, ann, join, logIn, openWithAnn } from '../passkeys/passkey-tools'
import type { Person } from '../passkeys/passkey-tools'

const HOUR_MS = 60 * 60 * 1000

const shown = (services: TestServices, secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: services.clock.now() })

async function turnOn(services: TestServices, { how }: Person) {
  const { secret } = (await services.call('startTotp', {}, how)).data
  await services.call('confirmTotp', { code: shown(services, secret) }, how)
  services.wait(30_000)
  return secret
}

async function open(changes = {}) {
  const opened = await openWithAnn(changes)
  return { ...opened, secret: await turnOn(opened.services, opened.member) }
}

/** The first step of a login. */
async function begin(services: TestServices, context = {}): Promise<string> {
  const { step } = await refusalOf(services.call('login', { ...ann, device: null }, context))
  return step?.challenge ?? ''
}

const request: Omit<PageRequest, 'url' | 'form' | 'method'> = {
  parameters: {},
  cookie: null,
  referer: null,
  isSpeculative: false,
  ipAddress: '192.0.2.9',
}

type Shown = typeof recoveryPage

async function show(page: Shown, services: TestServices, token: string, sent?: Record<string, string>) {
  const url = new URL('http://localhost:4001/page')
  url.searchParams.set('token', token)
  const form = sent ? new URLSearchParams({ token, ...sent }) : null
  const response = await page(services, { ...request, url, form, method: sent ? 'POST' : 'GET' })
  return { status: response.status, html: await response.text() }
}

/** Up to the start of the wait. @returns the token of the mailed link */
async function ask(services: TestServices): Promise<string> {
  await services.call('requestSecondFactorRecovery', { challenge: await begin(services) })
  const token = tokenIn((await services.mails()).at(-1))
  expect((await show(recoveryPage, services, token, {})).status).toBe(200)
  return token
}

const endsAt = async (services: TestServices, { how }: Person) =>
  (await services.call('getMemberSignIn', {}, how)).data.secondFactor.endsAt

test('first factor, mailed link, 72 hours: then the password is enough, and the member is told', async () => {
  const { services, member, authenticator } = await open()
  await addPasskey(services, member, authenticator)
  const challenge = await begin(services)
  const { message } = await services.call('requestSecondFactorRecovery', { challenge })
  expect(message).toContain('emailed you a link')
  const token = tokenIn((await services.mails()).at(-1))
  // A mail scanner opens the link.
  expect((await show(recoveryPage, services, token)).html).toContain('72 hours')
  expect(await endsAt(services, member)).toBeNull()
  expect((await show(recoveryPage, services, token, {})).html).toContain('will be removed')
  const due = services.clock.now() + 72 * HOUR_MS
  expect(await endsAt(services, member)).toBe(new Date(due).toISOString())
  expect((await services.mails()).at(-1)?.subject).toContain('will be removed')

  services.wait(72 * HOUR_MS - 1)
  await completeRecoveries(services)
  expect(await begin(services)).toMatch(/^lgs_/u)
  services.wait(1)
  await completeRecoveries(services)
  expect((await services.call('login', { ...ann, device: null })).data.member.id).toBe(member.id)
  await expect(logIn(services, authenticator)).rejects.toMatchObject({ code: 'passkey-not-found' })
  expect((await services.mails()).map(({ subject }) => subject)).toContain('Two-step verification of Demo was removed')
  await completeRecoveries(services)
  expect((await show(recoveryPage, services, token)).status).toBe(410)
})

test.for(['the mailed link', 'a session', 'a login with the second step', 'a passkey'])('%s cancels it', async (by) => {
  const { services, member, authenticator, secret } = await open()
  await addPasskey(services, member, authenticator)
  const token = await ask(services)
  if (by === 'the mailed link')
    expect((await show(recoveryPage, services, token, { action: 'cancel' })).html).toContain('stays on')
  if (by === 'a session') await services.call('cancelSecondFactorRecovery', {}, member.how)
  if (by === 'a login with the second step') {
    const challenge = await begin(services)
    await services.call('completeSecondFactor', { challenge, code: shown(services, secret) })
  }
  if (by === 'a passkey') await logIn(services, authenticator)
  services.wait(100 * HOUR_MS)
  await completeRecoveries(services)
  expect(await begin(services)).toMatch(/^lgs_/u)
  expect((await show(recoveryPage, services, token)).status).toBe(410)
  const again = await refusalOf(services.call('cancelSecondFactorRecovery', {}, member.how))
  expect(again.code).toBe('no-recovery')
})

test('another request neither ends nor restarts the wait', async () => {
  const { services, member } = await open()
  await ask(services)
  const due = await endsAt(services, member)
  services.wait(HOUR_MS)
  await services.call('requestSecondFactorRecovery', { challenge: await begin(services) })
  expect(await endsAt(services, member)).toBe(due)
  const mails = await services.store.kysely.selectFrom('outbox').select('subject').execute()
  expect(mails.filter(({ subject }) => subject.startsWith('Lost your app'))).toHaveLength(1)
})

test('without the first step, of another app’s page, and for an unproven email there is none', async () => {
  const { services, member } = await open()
  const refused = (challenge: string, context = {}) =>
    refusalOf(services.call('requestSecondFactorRecovery', { challenge }, context))
  expect((await refused('lgs_none')).code).toBe('invalid-second-factor')
  const challenge = await begin(services)
  expect((await refused(challenge, { origin: 'https://evil.example' })).code).toBe('invalid-second-factor')
  expect((await refused(challenge, { mode: 'live' })).code).toBe('invalid-second-factor')
  await services.store.members.update(member.id, { verified: false })
  expect((await refused(challenge)).code).toBe('recovery-by-owner-only')
})

test('with recoveryWaitHours 0 only the owner helps; a day has three mails', async () => {
  const { services } = await open()
  const owners = { ...services.app, signIn: { preset: 'compatible' as const, recoveryWaitHours: 0 } }
  const challenge = await begin(services)
  const refused = await refusalOf(services.call('requestSecondFactorRecovery', { challenge }, { app: owners }))
  expect(refused.code).toBe('recovery-by-owner-only')
  for (let n = 0; n < 3; n += 1) await services.call('requestSecondFactorRecovery', { challenge })
  expect((await refusalOf(services.call('requestSecondFactorRecovery', { challenge }))).status).toBe(429)
})

const required = (services: TestServices) => ({
  app: { ...services.app, signIn: { preset: 'strict' as const, secondFactor: { requiredFor: { all: true } } } },
})

test('a member of a published client sets the second factor up on a mailed page', async () => {
  const { services, member } = await openWithAnn()
  const refusal = await refusalOf(services.call('login', ann, required(services)))
  expect(refusal).toMatchObject({ code: 'second-factor-setup-required', status: 401 })
  const mail = (await services.mails()).at(-1)
  expect(mail?.text).toContain('http://localhost:4001/second-factor?token=')
  const token = tokenIn(mail)
  const secrets = () => services.store.kysely.selectFrom('totpSecrets').selectAll().execute()
  expect((await show(setupPage, services, token)).html).toContain('Show the QR code')
  expect(await secrets()).toEqual([])
  const { html } = await show(setupPage, services, token, {})
  const secret = /<code>([A-Z2-7 ]+)<\/code>/u.exec(html)?.[1]?.replaceAll(' ', '') ?? ''
  expect((await show(setupPage, services, token, { code: '000000' })).html).toContain('This code is wrong')
  const done = await show(setupPage, services, token, { code: shown(services, secret) })
  expect(done.html.match(/<li><code>/gu)).toHaveLength(10)
  expect((await show(setupPage, services, token)).status).toBe(410)
  services.wait(30_000)
  const { data } = await services.call('login', { ...ann, password: `${ann.password}${shown(services, secret)}` })
  expect(data.member.id).toBe(member.id)
})

test('our client shows its own screen, and gets no mail', async () => {
  const { services } = await openWithAnn()
  const refusal = await refusalOf(services.call('login', { ...ann, device: null }, required(services)))
  expect(refusal.code).toBe('second-factor-setup-required')
  expect((await services.mails()).filter(({ subject }) => subject.startsWith('Set up'))).toEqual([])
})

test('the link of a login’s second step sets nothing up', async () => {
  const { services } = await open()
  expect((await show(setupPage, services, await begin(services), {})).status).toBe(410)
})

test('the first proof of an email ends what a stranger set up before: app and passkeys', async () => {
  const { services, member, authenticator } = await open({ passwordless: { enabled: true, isDefault: false } })
  await addPasskey(services, member, authenticator)
  await services.store.members.update(member.id, { verified: false })
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  const code = /^(\d{6})$/mu.exec((await services.mails()).at(-1)?.text ?? '')?.[1] ?? ''
  const { data } = await services.call('passwordlessLogin', { email: ann.email, passwordlessToken: code })
  expect(data.member.verified).toBe(true)
  await expect(logIn(services, authenticator)).rejects.toMatchObject({ code: 'passkey-not-found' })
})

test('two members recover apart', async () => {
  const { services } = await open()
  const bob = await join(services, 'bob@example.com')
  await addPasskey(services, bob, softAuthenticator())
  const bobs = await turnOn(services, bob)
  await ask(services)
  services.wait(72 * HOUR_MS)
  await completeRecoveries(services)
  await services.call('login', ann)
  const challenge =
    (await refusalOf(services.call('login', { ...ann, email: 'bob@example.com' }))).step?.challenge ?? ''
  await services.call('completeSecondFactor', { challenge, code: shown(services, bobs) })
})
