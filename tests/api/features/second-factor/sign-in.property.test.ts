import { array, assert, asyncProperty, constantFrom, record } from '../../../support/fast-check'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { ApiError } from '../../../../api/lib/errors'
import type { RequestContext } from '../../../../api/features/members/context'
import { openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import { softAuthenticator } from '../../../support/soft-authenticator'
import { addPasskey, ann, join, ORIGIN } from '../passkeys/passkey-tools'

interface Session {
  data: { tokens: { accessToken: string } }
}

/** A member's account, and everything with which someone may try to log in. */
interface World {
  services: TestServices
  /** Of the app: what the policy asks for. */
  at: Partial<RequestContext>
  memberId: string
  authenticator: ReturnType<typeof softAuthenticator>
  secret: string | null
  recoveryCodes: string[]
  challenge: string
  /** Calls that gave a session, with a proof that works once. */
  spent: (() => Promise<unknown>)[]
  token: string
}

type Claim = { device?: null }

async function open(isRequired: boolean): Promise<World> {
  const services = await openTestServices()
  const { id, how } = await join(services)
  const authenticator = softAuthenticator({ isSynced: true, step: 0 })
  await addPasskey(services, { id, how }, authenticator)
  const secondFactor = { graceDays: 0, requiredFor: { all: isRequired } }
  const app = {
    ...services.app,
    passwordless: { enabled: true, isDefault: false },
    signIn: { preset: 'compatible' as const, methods: { link: true }, secondFactor },
  }
  const at = { app, origin: ORIGIN }
  return {
    services,
    at,
    memberId: id,
    authenticator,
    secret: null,
    recoveryCodes: [],
    challenge: 'lgs_none',
    spent: [],
    token: '',
  }
}

const shown = ({ services }: World, secret: string | null): string =>
  secret === null
    ? '000000'
    : new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: services.clock.now() })

async function mailed({ services }: World, subject: string): Promise<string> {
  const mail = (await services.mails()).findLast((one) => one.subject.endsWith(subject))
  return /^\d{6}$/mu.exec(mail?.text ?? '')?.[0] ?? '000000'
}

async function logIn(world: World, call: () => Promise<Session>, { isOnce = true } = {}): Promise<void> {
  world.token = (await call()).data.tokens.accessToken
  if (isOnce) world.spent.push(call)
}

const me = async (world: World) => ({ ...world.at, ...(await world.services.as(world.token)) })

/** @throws ApiError unless someone is logged in */
async function asMember(world: World): Promise<Partial<RequestContext>> {
  const how = await me(world)
  if (!how.member) throw new ApiError('client/invalid-token')
  return how
}

const acts: Record<string, (world: World, claim: Claim) => Promise<void>> = {
  password: (world, claim) =>
    logIn(world, () => world.services.call('login', { ...ann, ...claim }, world.at), { isOnce: false }),
  'password and code': (world) => {
    const password = ann.password + shown(world, world.secret)
    return logIn(world, () => world.services.call('login', { ...ann, password }, world.at))
  },
  'mailed code': async (world, claim) => {
    const { services, at } = world
    const { data } = await services.call('sendPasswordlessLoginEmail', { email: ann.email, ...claim }, at)
    const requested = data.requestToken === undefined ? {} : { requestToken: data.requestToken }
    const sent = { email: ann.email, passwordlessToken: await mailed(world, 'login code'), ...requested, ...claim }
    await logIn(world, () => services.call('passwordlessLogin', sent, at))
  },
  'login link': async (world) => {
    const { services, at } = world
    const { data } = await services.call('sendPasswordlessLoginEmail', { email: ann.email, device: null }, at)
    const mail = (await services.mails()).findLast(({ text }) => text.includes('lnk_'))
    const token = /lnk_[\w-]+/u.exec(mail?.text ?? '')?.[0] ?? 'lnk_none'
    const sent = { token, requestToken: data.requestToken ?? null, device: null }
    await logIn(world, async () => {
      const { login } = (await services.call('loginLink', sent, at)).data
      if (!login) throw new ApiError('invalid-login-link')
      return { data: login }
    })
  },
  'second step': (world, claim) => {
    const sent = { challenge: world.challenge, code: shown(world, world.secret), ...claim }
    return logIn(world, () => world.services.call('completeSecondFactor', sent, world.at))
  },
  'recovery code': (world, claim) => {
    const sent = { challenge: world.challenge, code: world.recoveryCodes.pop() ?? 'none', ...claim }
    return logIn(world, () => world.services.call('completeSecondFactor', sent, world.at))
  },
  passkey: async (world, claim) => {
    const { data } = await world.services.call('getPasskeyLoginOptions', {}, world.at)
    const credential = world.authenticator.get(data, ORIGIN)
    await logIn(world, () => world.services.call('passkeyLogin', { credential, ...claim }, world.at))
  },
  'turn on': async (world) => {
    const { secret } = (await world.services.call('startTotp', {}, await asMember(world))).data
    const sent = { code: shown(world, secret) }
    world.recoveryCodes = (await world.services.call('confirmTotp', sent, await asMember(world))).data.recoveryCodes
    world.secret = secret
  },
  'turn off': async (world) => {
    await world.services.call('removeTotp', {}, await asMember(world))
    world.secret = null
  },
  'remove passkey': async (world) => {
    const how = await asMember(world)
    const { passkeys } = (await world.services.call('getPasskeys', {}, how)).data
    await world.services.call('removePasskey', { passkeyId: passkeys[0]?.id ?? 'psk_none' }, how)
  },
  'lose the password': async ({ services, memberId }) => {
    const { verified } = (await services.store.members.findById(memberId))!
    // As “This was not me” does; only verified members get that mail.
    if (verified) await services.store.members.update(memberId, { passwordHash: null })
  },
  'lose the proof of the email': async ({ services, memberId }) => {
    // As a change of the email does; the account keeps a password or a passkey.
    const { passwordHash } = (await services.store.members.findById(memberId))!
    if (passwordHash !== null) await services.store.members.update(memberId, { verified: false })
  },
}

const sequence = array(
  record({
    kind: constantFrom(...Object.keys(acts)),
    isOurs: constantFrom(true, false),
    waitSeconds: constantFrom(0, 0, 1, 30, 700),
  }),
  { minLength: 4, maxLength: 14 },
)

/** A refusal may leave a second step; any other error is a defect. */
async function attempt(world: World, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.step) world.challenge = error.step.challenge
  }
}

const STRONG = /passkey|totp|recovery-code/u

test.for([
  ['no policy', false],
  ['a second factor for all', true],
] as const)(
  'whatever the order of acts, with %s: no session below its level, each proof works once, a way in remains',
  async ([, isRequired]) => {
    const seen = new Map<string, number>()
    await assert(
      asyncProperty(sequence, async (steps) => {
        const world = await open(isRequired)
        const { services } = world
        const sessions = () => services.store.kysely.selectFrom('sessions').select(['sessionId', 'methods']).execute()
        for (const { kind, isOurs, waitSeconds } of steps) {
          const hadApp = world.secret !== null
          const known = new Set((await sessions()).map(({ sessionId }) => sessionId))
          await attempt(world, () => acts[kind]!(world, isOurs ? { device: null } : {}))
          const added = (await sessions()).filter(({ sessionId }) => !known.has(sessionId))
          for (const { methods } of added) {
            seen.set(methods, (seen.get(methods) ?? 0) + 1)
            // The first proof of an email ends what was set up before it.
            const hasApp =
              hadApp && (await services.store.kysely.selectFrom('totpSecrets').selectAll().execute()).length > 0
            if (isRequired || hasApp) expect(methods).toMatch(STRONG)
          }
          for (const again of world.spent) await expect(again()).rejects.toBeInstanceOf(ApiError)
          const member = (await services.store.members.findById(world.memberId))!
          const passkeys = await services.store.kysely.selectFrom('passkeys').select('id').execute()
          expect([kind, member.passwordHash !== null || member.verified || passkeys.length > 0]).toEqual([kind, true])
          services.wait(waitSeconds * 1000)
        }
        await services.store.close()
      }),
      { numRuns: 40 },
    )
    // Otherwise the property would hold because no one ever got in.
    expect([...seen.keys()]).toContain('passkey')
    expect([...seen.keys()].some((methods) => (isRequired ? STRONG : /^password$/u).test(methods))).toBe(true)
  },
)
