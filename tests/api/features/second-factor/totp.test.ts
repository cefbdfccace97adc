import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { ApiError } from '../../../../api/lib/errors'
import { codeIn } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import { addPasskey, ann, join, openWithAnn, ORIGIN } from '../passkeys/passkey-tools'
import type { Person } from '../passkeys/passkey-tools'
import { softAuthenticator } from '../../../support/soft-authenticator'

/** What an authenticator app shows. */
const appOf =
  (services: TestServices, secret: string) =>
  (shift = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: services.clock.now() + shift })

async function turnOn(services: TestServices, { how }: Person) {
  const { data } = await services.call('startTotp', {}, how)
  const shown = appOf(services, data.secret)
  const { recoveryCodes } = (await services.call('confirmTotp', { code: shown() }, how)).data
  services.wait(30_000)
  return { shown, recoveryCodes }
}

async function openWithTotp(changes = {}) {
  const opened = await openWithAnn(changes)
  return { ...opened, ...(await turnOn(opened.services, opened.member)) }
}

const failureOf = (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('It succeeded.')),
    (error: ApiError) => error,
  )

/** The first step, with the password. */
async function begin(services: TestServices, device: string | null = null) {
  const { code, step } = await failureOf(services.call('login', { ...ann, device }))
  expect(code).toBe('second-factor-required')
  return step!
}

test('a code of the app confirms it, and ten recovery codes come with it', async () => {
  const { services, member } = await openWithAnn()
  const { data } = await services.call('startTotp', {}, member.how)
  expect(data.url).toMatch(/^otpauth:\/\/totp\/.+secret=/)
  expect(data.qr.length).toBeGreaterThan(20)
  await expect(services.call('confirmTotp', { code: '000000' }, member.how)).rejects.toMatchObject({
    code: 'invalid-second-factor',
  })
  await services.call('login', ann)
  const { recoveryCodes } = (await services.call('confirmTotp', { code: appOf(services, data.secret)() }, member.how))
    .data
  expect(new Set(recoveryCodes.map((code) => code.charAt(0))).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
})

test('then a password alone logs no one in, and the second step gives the session', async () => {
  const { services, member, shown } = await openWithTotp()
  const { challenge, methods, expires } = await begin(services)
  expect(methods).toEqual(['totp', 'recovery-code'])
  expect(expires).toBe(services.clock.now() + 10 * 60_000)
  const { data } = await services.call('completeSecondFactor', { challenge, code: shown(), device: null })
  expect(data.member.id).toBe(member.id)
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(member.id)
})

test('a client that sends no device gets the same refusal, and no tokens', async () => {
  const { services } = await openWithTotp()
  const refusal = await failureOf(services.call('login', ann))
  expect(refusal).toMatchObject({ code: 'second-factor-required', status: 401 })
})

test('a published client types the code of the app right after the password, or after the mailed code', async () => {
  const { services, member, shown } = await openWithTotp({ passwordless: { enabled: true, isDefault: false } })
  const password = `${ann.password}${shown()}`
  const { data } = await services.call('login', { ...ann, password })
  expect(data.member.id).toBe(member.id)
  expect(data).not.toHaveProperty('device')
  // Each code works once, in this form too.
  expect((await failureOf(services.call('login', { ...ann, password }))).code).toBe('invalid-second-factor')
  services.wait(30_000)
  const wrong = await failureOf(services.call('login', { ...ann, password: `wrong${shown()}` }))
  expect(wrong.code).toBe('invalid-credentials')
  // Our client asks for the code itself.
  const ours = await failureOf(services.call('login', { ...ann, password: `${ann.password}${shown()}`, device: null }))
  expect(ours.code).toBe('invalid-credentials')

  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  const code = /^(\d{6})$/mu.exec((await services.mails()).at(-1)?.text ?? '')?.[1] ?? ''
  const both = { email: ann.email, passwordlessToken: `${code} ${shown()}` }
  expect((await services.call('passwordlessLogin', both)).data.member.id).toBe(member.id)
})

test('six digits after a password log no one in who has no app', async () => {
  const { services } = await openWithAnn()
  const refusal = await failureOf(services.call('login', { ...ann, password: `${ann.password}123456` }))
  expect(refusal.code).toBe('invalid-credentials')
})

test('a password that ends in six digits is hashed twice for every email', async () => {
  const { services } = await openWithAnn()
  const cost = async (email: string) => {
    const before = services.hashes()
    await failureOf(services.call('login', { email, password: 'wrong horse123456' }))
    return services.hashes() - before
  }
  expect([await cost(ann.email), await cost('nobody@example.com')]).toEqual([2, 2])
})

test('a mailed code and a reset do not skip the second step', async () => {
  const { services } = await openWithTotp({ passwordless: { enabled: true, isDefault: false } })
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  const mailed = (await services.mails()).at(-1)
  const code = /^(\d{6})$/mu.exec(mailed?.text ?? '')?.[1] ?? ''
  const refusal = await failureOf(services.call('passwordlessLogin', { email: ann.email, passwordlessToken: code }))
  expect(refusal.code).toBe('second-factor-required')
  await services.call('sendResetPasswordEmail', { email: ann.email })
  const token = /^(\d{6})$/mu.exec((await services.mails()).at(-1)?.text ?? '')?.[1] ?? ''
  const newPassword = 'another horse'
  await services.call('resetPassword', { email: ann.email, token, newPassword })
  const again = await failureOf(services.call('login', { email: ann.email, password: newPassword }))
  expect(again.code).toBe('second-factor-required')
})

test('a passkey needs no second step', async () => {
  const { services, member, authenticator } = await openWithTotp()
  await addPasskey(services, member, authenticator)
  const { data } = await services.call('getPasskeyLoginOptions', {})
  const answer = await services.call('passkeyLogin', { credential: authenticator.get(data, ORIGIN) })
  expect(answer.data.member.id).toBe(member.id)
})

test('a passkey of the member is a second step, one of another member is not', async () => {
  const { services, member, authenticator } = await openWithTotp()
  await addPasskey(services, member, authenticator)
  const bob = await join(services, 'bob@example.com')
  const other = softAuthenticator()
  await addPasskey(services, bob, other)
  const { challenge, methods } = await begin(services)
  expect(methods).toEqual(['passkey', 'totp', 'recovery-code'])
  const sign = async (who: typeof other) => who.get((await services.call('getPasskeyLoginOptions', {})).data, ORIGIN)
  const theirs = { challenge, credential: await sign(other) }
  await expect(services.call('completeSecondFactor', theirs)).rejects.toMatchObject({ code: 'passkey-refused' })
  const mine = { challenge, credential: await sign(authenticator) }
  expect((await services.call('completeSecondFactor', mine)).data.member.id).toBe(member.id)
})

test('each time step works once; the previous one works, older and future ones do not', async () => {
  const { services, shown } = await openWithTotp()
  services.wait(300_000)
  const attempt = async (code: string) => {
    const { challenge } = await begin(services)
    return services.call('completeSecondFactor', { challenge, code })
  }
  for (const shift of [-60_000, 30_000, 60_000])
    await expect(attempt(shown(shift))).rejects.toMatchObject({ code: 'invalid-second-factor' })
  await attempt(shown(-30_000))
  await expect(attempt(shown(-30_000))).rejects.toMatchObject({ code: 'invalid-second-factor' })
  await attempt(shown())
  await expect(attempt(shown())).rejects.toMatchObject({ code: 'invalid-second-factor' })
})

test('parallel second steps with one code give one session', async () => {
  const { services, shown } = await openWithTotp()
  const steps = [await begin(services), await begin(services), await begin(services)]
  const code = shown()
  const results = await Promise.allSettled(
    steps.map(({ challenge }) => services.call('completeSecondFactor', { challenge, code })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('each recovery code works once, however it is typed, for one hash', async () => {
  const { services, member, recoveryCodes } = await openWithTotp()
  const [first = '', second = ''] = recoveryCodes
  const enter = async (code: string) => {
    const { challenge } = await begin(services)
    const before = services.hashes()
    const answer = await services.call('completeSecondFactor', { challenge, code }).catch((error: ApiError) => error)
    expect(services.hashes() - before).toBe(1)
    return answer
  }
  expect(await enter(` ${first.toLowerCase().replaceAll('-', ' ')} `)).toMatchObject({
    data: { member: { id: member.id } },
  })
  expect(await enter(first)).toMatchObject({ code: 'invalid-second-factor' })
  expect(await enter(second)).toMatchObject({ data: { member: { id: member.id } } })
})

test('five wrong codes end the challenge, and ten those of unknown devices for 15 minutes', async () => {
  const { services, shown } = await openWithTotp()
  const { challenge } = await begin(services)
  const wrong = () => services.call('completeSecondFactor', { challenge, code: '000000' })
  for (let count = 0; count < 5; count += 1)
    await expect(wrong()).rejects.toMatchObject({ code: 'invalid-second-factor' })
  await expect(wrong()).rejects.toMatchObject({ code: 'too-many-requests' })
  await expect(services.call('completeSecondFactor', { challenge, code: shown() })).rejects.toMatchObject({
    code: 'too-many-requests',
  })
  const next = await begin(services)
  for (let count = 0; count < 4; count += 1)
    await failureOf(services.call('completeSecondFactor', { challenge: next.challenge, code: '000000' }))
  const blocked = await failureOf(services.call('completeSecondFactor', { challenge: next.challenge, code: shown() }))
  expect(blocked).toMatchObject({ code: 'too-many-requests', methods: ['passkey'] })
})

test('a wrong code on an unknown device is mailed once', async () => {
  const { services } = await openWithTotp()
  await services.mails()
  const { challenge } = await begin(services)
  for (let count = 0; count < 3; count += 1)
    await failureOf(services.call('completeSecondFactor', { challenge, code: '000000' }))
  const mails = await services.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['Someone knows your Demo password'])
})

test('a challenge works once, for ten minutes, and only where it began', async () => {
  const { services, shown } = await openWithTotp()
  const refused = { code: 'invalid-second-factor' }
  const { challenge } = await begin(services)
  const elsewhere = { origin: 'https://evil.example' }
  await expect(services.call('completeSecondFactor', { challenge, code: shown() }, elsewhere)).rejects.toMatchObject(
    refused,
  )
  await expect(
    services.call('completeSecondFactor', { challenge, code: shown() }, { mode: 'live' }),
  ).rejects.toMatchObject(refused)
  await services.call('completeSecondFactor', { challenge, code: shown() })
  services.wait(30_000)
  await expect(services.call('completeSecondFactor', { challenge, code: shown() })).rejects.toMatchObject(refused)
  const late = await begin(services)
  services.wait(10 * 60_000)
  await expect(
    services.call('completeSecondFactor', { challenge: late.challenge, code: shown() }),
  ).rejects.toMatchObject(refused)
})

test('a remembered browser skips the step for 30 days', async () => {
  const { services, shown } = await openWithTotp()
  const { challenge } = await begin(services)
  const step = { challenge, code: shown(), device: null, remember: true }
  const device = (await services.call('completeSecondFactor', step)).data.device!
  expect((await services.call('login', { ...ann, device })).data.member.auth.email).toBe(ann.email)
  await begin(services)
  services.wait(30 * 86_400_000)
  await begin(services, device)
})

test('turning it off needs a fresh proof and ends the recovery codes', async () => {
  const { services, member } = await openWithTotp()
  const off = () => services.call('removeTotp', {}, member.how)
  services.wait(10 * 60_000)
  await expect(off()).rejects.toMatchObject({ code: 'reauthentication-required' })
})

test('a member without a second factor can turn it off after setup, then a password is enough again', async () => {
  const { services, member } = await openWithTotp()
  await services.call('removeTotp', {}, member.how)
  await expect(services.call('removeTotp', {}, member.how)).rejects.toMatchObject({ code: 'second-factor-off' })
  expect((await services.call('login', ann)).data.member.id).toBe(member.id)
})

test('an app that requires it has the member set it up before the login', async () => {
  const signIn = { preset: 'strict', secondFactor: { requiredFor: { all: true }, graceDays: 0 } } as const
  const { services, member } = await openWithAnn()
  const strict = { app: { ...services.app, signIn } }
  const refusal = await failureOf(services.call('login', { ...ann, device: null }, strict))
  expect(refusal).toMatchObject({ code: 'second-factor-setup-required', status: 401 })
  const { challenge } = refusal.step!
  const setup = (await services.call('setUpSecondFactor', { challenge }, strict)).data
  expect(setup.login).toBeNull()
  const wrong = services.call('setUpSecondFactor', { challenge, code: '000000' }, strict)
  await expect(wrong).rejects.toMatchObject({ code: 'invalid-second-factor' })
  const code = appOf(services, setup.totp!.secret)()
  const { data } = await services.call('setUpSecondFactor', { challenge, code, device: null }, strict)
  expect(data.login?.member.id).toBe(member.id)
  expect(data.recoveryCodes).toHaveLength(10)
  await begin(services)
})

test('the secret is encrypted, and without a key it is not offered', async () => {
  const { services, member } = await openWithAnn()
  const { data } = await services.call('startTotp', {}, member.how)
  const stored = await services.store.kysely.selectFrom('totpSecrets').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(data.secret)
  expect(stored[0]?.secret).toMatch(/^A256GCM\./)
})

test('a published client types the code right after the password, or after the mailed code', async () => {
  const { services, member, shown } = await openWithTotp({ passwordless: { enabled: true, isDefault: false } })
  const enter = (password: string) => services.call('login', { email: ann.email, password })
  const { data } = await enter(`${ann.password}${shown()}`)
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(member.id)
  expect((await failureOf(enter(`${ann.password}${shown()}`))).code).toBe('invalid-second-factor')
  expect((await failureOf(enter(`wrong horse${shown()}`))).code).toBe('invalid-credentials')
  expect((await failureOf(enter(ann.password))).code).toBe('second-factor-required')
  services.wait(30_000)
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  services.wait(1)
  const mailed = codeIn((await services.mails()).at(-1))
  const typed = { email: ann.email, passwordlessToken: `${mailed} ${shown()}` }
  expect((await services.call('passwordlessLogin', typed)).data.member.id).toBe(member.id)
})

test('our client has a field for the code, so digits behind its password are a wrong password', async () => {
  const { services, shown } = await openWithTotp()
  const typed = { email: ann.email, password: `${ann.password}${shown()}`, device: null }
  expect((await failureOf(services.call('login', typed))).code).toBe('invalid-credentials')
})

test('without two-step verification, digits behind a password are a wrong password and log no one in', async () => {
  const { services, member } = await openWithAnn({ passwordless: { enabled: true, isDefault: false } })
  const before = await services.store.kysely.selectFrom('sessions').selectAll().execute()
  const typed = { email: ann.email, password: `${ann.password}123456` }
  expect((await failureOf(services.call('login', typed))).code).toBe('invalid-credentials')
  await services.call('sendPasswordlessLoginEmail', { email: ann.email })
  services.wait(1)
  const passwordlessToken = `${codeIn((await services.mails()).at(-1))}123456`
  const refused = await failureOf(services.call('passwordlessLogin', { email: ann.email, passwordlessToken }))
  expect(refused.code).toBe('invalid-passwordless-login-code')
  expect(await services.store.kysely.selectFrom('sessions').selectAll().execute()).toEqual(before)
  expect(member.id).toBeTruthy()
})

test('a failed password ending in six digits costs two hashes for known and unknown emails, any other one', async () => {
  const { services } = await openWithTotp()
  const hashesOf = async (email: string, password: string, device?: null) => {
    const before = services.hashes()
    const sent = device === undefined ? { email, password } : { email, password, device }
    await failureOf(services.call('login', sent))
    return services.hashes() - before
  }
  for (const email of [ann.email, 'nobody@example.com']) {
    expect(await hashesOf(email, 'wrong horse 123456')).toBe(2)
    expect(await hashesOf(email, 'wrong horse')).toBe(1)
    expect(await hashesOf(email, '123456')).toBe(1)
    expect(await hashesOf(email, 'wrong horse 123456', null)).toBe(1)
  }
})
