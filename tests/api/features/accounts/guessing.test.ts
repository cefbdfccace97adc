import { expect, test } from 'vitest'
import { rateLimits } from '../../../../contract/rate-limits'
import { openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import { softAuthenticator } from '../../../support/soft-authenticator'
import { addPasskey, logIn } from '../passkeys/passkey-tools'
import { ann, refusalOf, request, signUpAnn, solve, stranger, WRONG } from './sign-in-tools'

const newPassword = 'another horse'
const tooMany = (...methods: string[]) => ({ status: 429, methods, retryAfterSeconds: expect.any(Number) })

/** Wrong passwords and codes of a published client, which sends no device or request token. */
async function attack(services: TestServices, { passwords = 10, codes = 15 } = {}) {
  for (let n = 0; n < passwords; n += 1)
    await refusalOf(services.call('login', { ...ann, password: `${WRONG} ${n}` }, stranger(n % 3)))
  for (let n = 0; n < codes; n += 1) {
    const guess = { email: ann.email, passwordlessToken: '000000' }
    await refusalOf(services.call('passwordlessLogin', guess, stranger(n % 3)))
  }
}

test('after a stranger’s 10 passwords and 15 codes the member logs in: known device, passkey, own code, own link', async () => {
  const services = await openTestServices()
  const { id, device } = await signUpAnn(services)
  const { data } = await services.call('login', { ...ann, device })
  await services.store.members.update(id, { verified: true })
  const authenticator = softAuthenticator()
  await addPasskey(services, { id, how: await services.as(data.tokens.accessToken) }, authenticator)
  await attack(services)
  expect((await logIn(services, authenticator, {}, stranger(9))).data.member.id).toBe(id)
  expect((await services.call('login', { ...ann, device })).data.member.auth.email).toBe(ann.email)

  const login = await request(services, 'sendPasswordlessLoginEmail')
  const proof = { email: ann.email, passwordlessToken: login.code, requestToken: login.requestToken, device: null }
  await services.call('passwordlessLogin', proof)

  const reset = await request(services, 'sendResetPasswordEmail')
  const { requestToken, link } = reset
  await services.call('resetPassword', { token: reset.code, newPassword, email: ann.email, requestToken, device: null })
  expect((await refusalOf(services.call('resetPassword', { token: link, newPassword }))).code).toBe(
    'invalid-reset-code',
  )
  const second = await request(services, 'sendResetPasswordEmail')
  await services.call('resetPassword', { token: second.link, newPassword })
})

test('past ten wrong passwords, published clients wait; ours solves a puzzle for each try, and the right one logs in', async () => {
  const services = await openTestServices()
  await signUpAnn(services)
  await attack(services, { codes: 0 })
  expect(await refusalOf(services.call('login', ann))).toMatchObject(
    tooMany('code', 'link', 'passkey', 'provider', 'reset'),
  )

  const asked = await refusalOf(services.call('login', { ...ann, device: null }))
  const proofOfWork = await solve(asked)
  const wrong = await refusalOf(services.call('login', { ...ann, password: WRONG, device: null, proofOfWork }))
  expect(wrong.code).toBe('invalid-credentials')
  const again = await refusalOf(services.call('login', { ...ann, device: null, proofOfWork }))
  const next = await solve(again)
  expect((await services.call('login', { ...ann, device: null, proofOfWork: next })).data.device).toMatch(/^dev_/u)
})

test('a refusal names only methods that the app has', async () => {
  const methods = { link: false, code: false, passkey: false }
  const services = await openTestServices({ authProviders: [], signIn: { preset: 'compatible', methods } })
  await signUpAnn(services)
  await attack(services, { codes: 0 })
  const refusal = await refusalOf(services.call('login', ann))
  expect(refusal).toMatchObject(tooMany('reset'))
  expect(refusal.message).toContain('Forgot password?')
})

test('a stranger with unlimited processors has fifty passwords a day', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  let tried = 0
  for (let n = 0; n < 60; n += 1) {
    const from = stranger(n)
    const guess = { ...ann, password: `${WRONG} ${n}`, device: null }
    let refusal = await refusalOf(services.call('login', guess, from))
    if (refusal.code === 'proof-of-work-required')
      refusal = await refusalOf(services.call('login', { ...guess, proofOfWork: await solve(refusal) }, from))
    if (refusal.code === 'invalid-credentials') tried += 1
    else expect(refusal).toMatchObject(tooMany('code', 'link', 'passkey', 'provider', 'reset'))
  }
  expect(tried).toBe(rateLimits.failedLoginsPerAccountADay.max)
  const late = await refusalOf(services.call('login', { ...ann, device: null }))
  expect(late).toMatchObject({
    ...tooMany('code', 'link', 'passkey', 'provider', 'reset'),
    message: expect.stringContaining('Request a code'),
  })
  await services.call('login', { ...ann, device })
  services.wait(86_400_000)
  await services.call('login', { ...ann, device: null })
})

test('a login of the member gives a stranger no extra guesses that day', async () => {
  const services = await openTestServices()
  await signUpAnn(services)
  let tried = 0
  for (let day = 0; day < 10; day += 1) {
    for (let n = 0; n < 9; n += 1) {
      const refusal = await refusalOf(services.call('login', { ...ann, password: WRONG }, stranger(day)))
      if (refusal.code === 'invalid-credentials') tried += 1
    }
    await services.call('login', ann).catch(() => {})
  }
  expect(tried).toBe(rateLimits.failedLoginsPerAccountADay.max)
})

test('a known device has ten wrong passwords of its own, and only it waits then', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const other = (await services.call('login', { ...ann, device: null })).data.device ?? ''
  for (let n = 0; n < 10; n += 1) await refusalOf(services.call('login', { ...ann, password: WRONG, device }))
  expect(await refusalOf(services.call('login', { ...ann, device }))).toMatchObject(
    tooMany('code', 'link', 'passkey', 'provider', 'reset'),
  )
  await services.call('login', { ...ann, device: other })
  await services.call('login', { ...ann, device: null })
  services.wait(900_000)
  await services.call('login', { ...ann, device })
})

test('the limit of a shared IP address does not hold a known device', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  for (let n = 0; n < rateLimits.loginsPerAddress.max; n += 1)
    await services.call('login', { email: `${n}@example.com`, password: WRONG }).catch(() => {})
  expect((await refusalOf(services.call('login', { ...ann, device: null }))).status).toBe(429)
  await services.call('login', { ...ann, device })
})

test('guesses from all of an IPv6 /48 end at its limit; a known device in it and one outside still get in', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const from = (n: number) => ({ ipAddress: `2001:db8:7:${n.toString(16)}::/64` })
  const { max: logins } = rateLimits.loginsPerAddress
  for (let n = 0; n < logins * 8; n += 1)
    await refusalOf(services.call('login', { email: `guess${n % 60}@example.com`, password: WRONG }, from(n * 131)))
  expect((await refusalOf(services.call('login', ann, from(65_000)))).code).toBe('too-many-requests')
  const { max: codes } = rateLimits.passwordlessTriesPerAddress
  for (let n = 0; n < codes * 8; n += 1) {
    const guess = { email: `guess${n % 60}@example.com`, passwordlessToken: '000000' }
    await refusalOf(services.call('passwordlessLogin', guess, from(n * 257)))
  }
  expect(
    (await refusalOf(services.call('passwordlessLogin', { email: ann.email, passwordlessToken: '1' }, from(64_000))))
      .code,
  ).toBe('too-many-requests')
  for (const place of [from(65_001), { ipAddress: '2001:db8:8:1::/64' }])
    expect((await services.call('login', { ...ann, device }, place)).data.member.auth.email).toBe(ann.email)
  expect((await services.call('login', ann, { ipAddress: '2001:db8:8:1::/64' })).data.member.auth.email).toBe(ann.email)
})

test('each request has its own code and five tries: a stranger’s request replaces no other', async () => {
  const services = await openTestServices()
  await signUpAnn(services)
  const own = await request(services, 'sendPasswordlessLoginEmail')
  const theirs = await request(services, 'sendPasswordlessLoginEmail', { from: stranger() })
  const guess = (requestToken: string, passwordlessToken: string) =>
    services.call('passwordlessLogin', { email: ann.email, passwordlessToken, requestToken, device: null })
  for (let n = 0; n < 5; n += 1)
    expect((await refusalOf(guess(theirs.requestToken, theirs.wrong))).code).toBe('invalid-passwordless-login-code')
  expect(await refusalOf(guess(theirs.requestToken, theirs.code))).toMatchObject(
    tooMany('code', 'link', 'passkey', 'provider', 'password'),
  )
  // Without the right request token, the digits are useless.
  if (own.code !== theirs.code)
    expect((await refusalOf(guess(services.secrets.sessionToken(), own.code))).status).toBe(400)
  await guess(own.requestToken, own.code)
})

test('an unknown email is refused alike at every step: passwords, puzzles, codes, mails', async () => {
  const services = await openTestServices()
  await signUpAnn(services)
  const outcome = async (email: string) => {
    const seen: unknown[] = []
    const note = async (call: Promise<unknown>) => {
      const error = await call.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      const { code, status, methods, message } = Object(error ?? {})
      seen.push({ code, status, methods, message })
      return Object(error ?? {})
    }
    for (let n = 0; n < 12; n += 1) {
      const refusal = await note(services.call('login', { email, password: WRONG, device: null }, stranger(n)))
      if (refusal.puzzle)
        await note(
          services.call(
            'login',
            { email, password: WRONG, device: null, proofOfWork: await solve(refusal) },
            stranger(n),
          ),
        )
    }
    await note(services.call('login', { email, password: WRONG }))
    for (let n = 0; n < 11; n += 1) {
      await note(services.call('sendPasswordlessLoginEmail', { email, device: null }, stranger(n)))
      await note(services.call('sendResetPasswordEmail', { email, device: null }, stranger(n)))
      if (n === 4) services.wait(900_000)
    }
    const { answer, requestToken } = await request(services, 'sendResetPasswordEmail', {
      email,
      from: stranger(99),
    }).catch(() => ({
      answer: null,
      requestToken: 'unknown',
    }))
    seen.push(answer?.data)
    for (let n = 0; n < 6; n += 1) {
      await note(
        services.call('passwordlessLogin', {
          email,
          passwordlessToken: '000000',
          requestToken: `${email} 1`,
          device: null,
        }),
      )
      await note(services.call('resetPassword', { token: '000000', newPassword, email, requestToken, device: null }))
      await note(services.call('passwordlessLogin', { email, passwordlessToken: '000000' }))
    }
    return seen
  }
  const known = await outcome(ann.email)
  services.wait(86_400_000)
  expect(await outcome('nobody@example.com')).toEqual(known)
})

test('an unknown email costs as many hashes, statements and writes, with a device and without', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  const other = (await services.call('signup', { ...ann, email: 'bob@example.com', device: null })).data.device
  for (const claim of [undefined, null, other]) {
    const cost = async (email: string) => {
      const count = countCalls(services)
      const sent = { email, ...(claim !== undefined && { device: claim }) }
      await services.call('login', { ...sent, password: WRONG }).catch(() => {})
      await services.call('sendPasswordlessLoginEmail', sent)
      await services.call('sendResetPasswordEmail', sent)
      await services
        .call('passwordlessLogin', { ...sent, passwordlessToken: '000000', requestToken: `${email} ${claim}` })
        .catch(() => {})
      return count()
    }
    expect(await cost('nobody@example.com')).toEqual(await cost(ann.email))
  }
  expect(device).not.toBe(other)
})

test('a code from a known device has its own limit, apart from those that strangers request', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  for (let n = 0; n < 5; n += 1) await request(services, 'sendPasswordlessLoginEmail', { from: stranger() })
  const late = refusalOf(request(services, 'sendPasswordlessLoginEmail'))
  expect(await late).toMatchObject(tooMany('link', 'passkey', 'provider', 'password'))
  const { code, requestToken } = await request(services, 'sendPasswordlessLoginEmail', { device })
  await services.call('passwordlessLogin', { email: ann.email, passwordlessToken: code, requestToken, device })
})

test('past ten reset mails a day for unknown devices a mail has the link alone, which works', async () => {
  const services = await openTestServices()
  await signUpAnn(services)
  for (let n = 0; n < 10; n += 1) {
    await request(services, 'sendResetPasswordEmail', { from: stranger() })
    if (n % 5 === 4) services.wait(900_000)
  }
  await services.call('sendResetPasswordEmail', { email: ann.email, device: null })
  const mail = (await services.mails()).at(-1)!
  expect(mail.text).not.toMatch(/^\d{6}$/mu)
  const link = /token=([\w-]+)/u.exec(mail.text)![1]!
  await services.call('resetPassword', { token: link, newPassword })
  await services.call('login', { email: ann.email, password: newPassword })
})

test('wrong codes for many accounts: past a hundred in an app, our client proves work, published ones wait, links work', async () => {
  const services = await openTestServices()
  const { device } = await signUpAnn(services)
  for (let n = 0; n < rateLimits.codeFailuresPerApp.max; n += 1) {
    const guess = { email: `${n}@example.com`, token: '000000', newPassword }
    expect((await refusalOf(services.call('resetPassword', guess, stranger(n % 5)))).code).toBe('invalid-reset-code')
  }
  const bare = await refusalOf(services.call('resetPassword', { email: ann.email, token: '000000', newPassword }))
  expect(bare).toMatchObject(tooMany('reset', 'code', 'provider'))

  const { code, link, requestToken } = await request(services, 'sendResetPasswordEmail')
  const proof = { email: ann.email, token: code, newPassword, requestToken, device: null }
  const proofOfWork = await solve(await refusalOf(services.call('resetPassword', proof)))
  const known = await request(services, 'sendPasswordlessLoginEmail', { device })
  await services.call('passwordlessLogin', {
    email: ann.email,
    passwordlessToken: known.code,
    requestToken: known.requestToken,
    device,
  })
  const after = await request(services, 'sendResetPasswordEmail')
  await services.call('resetPassword', { ...proof, token: after.code, requestToken: after.requestToken, proofOfWork })
  expect((await refusalOf(services.call('resetPassword', { token: link, newPassword }))).status).toBe(400)
})

test('the answers that name a member’s method are few for one IP address; a known device always gets them', async () => {
  const services = await openTestServices()
  for (let n = 0; n < 12; n += 1) {
    const { data } = await services.call('signup', { ...ann, email: `${n}@example.com` }, stranger(n))
    await services.store.members.update(data.member.id, { passwordHash: null })
  }
  const codes = []
  for (let n = 0; n < 12; n += 1)
    codes.push((await refusalOf(services.call('login', { email: `${n}@example.com`, password: WRONG }))).code)
  expect(codes.filter((code) => code === 'no-password-set')).toHaveLength(rateLimits.revealedMethodsPerAddress.max)
  expect(codes.slice(-2)).toEqual(['invalid-credentials', 'invalid-credentials'])

  const { id, device } = await signUpAnn(services)
  await services.store.members.update(id, { passwordHash: null })
  expect((await refusalOf(services.call('login', { ...ann, device }))).code).toBe('no-password-set')
})

test('a bare reset code matches the newest one of its IP address alone', async () => {
  const services = await openTestServices()
  const emails = ['1@example.com', '2@example.com']
  for (const email of emails) await services.call('signup', { ...ann, email })
  const codes = []
  for (const email of emails) {
    await services.call('sendResetPasswordEmail', { email })
    codes.push(/^\d{6}$/mu.exec((await services.mails()).at(-1)!.text)![0])
    services.wait(1000)
  }
  const [older = '', newest = ''] = codes
  if (older !== newest)
    expect((await refusalOf(services.call('resetPassword', { token: older, newPassword }))).code).toBe(
      'invalid-reset-code',
    )
  await services.call('resetPassword', { token: newest, newPassword })
})

/** Counts hashes, lookups and transactions from here on. */
function countCalls(services: TestServices): () => object {
  const hashes = services.hashes()
  const calls: Record<string, number> = {}
  const restores: (() => void)[] = []
  const watch = (target: object, name: string) => {
    const original: unknown = Reflect.get(target, name)
    if (typeof original !== 'function') return
    Reflect.set(target, name, (...input: unknown[]) => {
      calls[name] = (calls[name] ?? 0) + 1
      return Reflect.apply(original, target, input)
    })
    restores.push(() => Reflect.set(target, name, original))
  }
  watch(services.store, 'transaction')
  watch(services.store.members, 'findByEmail')
  watch(services.store.devices, 'find')
  watch(services.secrets, 'digest')
  return () => {
    restores.forEach((restore) => restore())
    return { ...calls, hashes: services.hashes() - hashes }
  }
}
