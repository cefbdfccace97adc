import type { SecondFactorMethod } from '../../../contract/errors'
import type { RateLimitName } from '../../../contract/rate-limits'
import type { Answer, Input } from '../../../contract/schemas'
import type { Services } from '../../http/services'
import { tryTake } from '../../http/rate-limits/limiter'
import { ApiError } from '../../lib/errors'
import type { Tx } from '../../database/db'
import { digitsIn } from '../accounts/codes'
import { finishLogin, requireLogin } from '../accounts/finish-login'
import type { FirstStep, LoginDetails } from '../accounts/finish-login'
import { secondStepMail } from '../accounts/mails'
import { offeredMethods, takeOrOffer } from '../accounts/sign-in-limits'
import type { AppDefinition } from '../apps/definition'
import { insertMail, toOutboxRow } from '../mail/outbox'
import type { RequestContext } from '../members/context'
import { findMemberById, lockMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { checkAssertion, recordUse } from '../passkeys/ceremony'
import type { CheckedAssertion } from '../passkeys/ceremony'
import { readMemberPlans } from '../plans/repository'
import { toMemberAuth } from '../plans/serializers'
import { checkRecoveryCode, checkTotp, makeRecoveryCodes, prepareTotp, readRecoveryCode } from './totp'
import { confirmTotpRow, consumeLoginStep, findLoginStep, replaceRecoveryCodes, takeStepTry } from './repository'
import type { LoginStepRow, RecoveryCodeRow } from './repository'

type StepServices = Pick<
  Services,
  | 'store'
  | 'secrets'
  | 'clock'
  | 'rateLimiter'
  | 'hasher'
  | 'totpCipher'
  | 'securityLog'
  | 'urls'
  | 'mailWaiting'
  | 'socialProviders'
>

interface OpenStep {
  step: LoginStepRow
  member: MemberRow
}

/**
 * The second step of a login: a code of the app, a recovery code or a passkey. Wrong codes share the tries of the challenge and, from
 * unknown devices, those of the account.
 * @throws ApiError `invalid-second-factor`, `passkey-refused`, `passkey-not-found`, `too-many-requests` with `methods`
 */
export async function completeSecondFactor(
  services: StepServices,
  request: RequestContext,
  input: Input<'completeSecondFactor'>,
): Promise<Answer<'completeSecondFactor'>> {
  const { code, credential, device, remember = false } = input
  const open = await findOpenStep(services, request, input.challenge, 'second-factor')
  if (credential) {
    const checked = await checkAssertion(services, request, credential, { purpose: 'login', memberId: null })
    if (checked.passkey.memberId !== open.member.id) throw new ApiError('passkey-refused')
    return { data: await finish(services, request, open, { device, done: { method: 'passkey', remember, checked } }) }
  }
  if (code === undefined) throw new ApiError('required-field-missing')
  const method = await checkCode(services, request, open, code)
  return { data: await finish(services, request, open, { device, done: { method, remember } }) }
}

/**
 * For an app that asks for a second factor from a member who has none: first a secret, then with its code the login.
 * @throws ApiError `invalid-second-factor`, `encryption-key-missing`, `too-many-requests`
 */
export async function setUpSecondFactor(
  services: StepServices,
  request: RequestContext,
  { challenge, code, device }: Input<'setUpSecondFactor'>,
): Promise<Answer<'setUpSecondFactor'>> {
  const open = await findOpenStep(services, request, challenge, 'setup')
  const { member } = open
  if (code === undefined) {
    const totp = await prepareTotp(services, request.app, member)
    return { data: { totp, login: null, recoveryCodes: null } }
  }
  await takeTry(services, open)
  const digits = digitsIn(code)
  if (digits === null || !(await checkTotp(services, services.store, member, { digits, options: { isPending: true } })))
    throw new ApiError('invalid-second-factor')
  const { codes, rows } = await makeRecoveryCodes(services, member)
  const login = await finish(services, request, open, {
    device,
    done: { method: 'totp', remember: false, setup: rows },
  })
  return { data: { totp: null, login, recoveryCodes: codes } }
}

/** @throws ApiError `invalid-second-factor` */
export async function findOpenStep(
  { store, secrets, clock, rateLimiter }: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter'>,
  { app, mode, ipAddress, origin }: RequestContext,
  challenge: string,
  kind: LoginStepRow['kind'],
): Promise<OpenStep> {
  await rateLimiter.take('loginsPerAddress', ipAddress)
  const named = { challengeDigest: secrets.digest(challenge), appId: app.id, mode }
  const step = await findLoginStep(store, named, clock.now())
  const member = step && (await findMemberById(store, step.memberId))
  // A page of another origin cannot finish a login that it did not begin.
  if (!member || step.kind !== kind || (step.origin !== null && step.origin !== origin)) throw expired()
  return { step, member }
}

const expired = (): ApiError =>
  new ApiError('invalid-second-factor', { message: 'This login has expired. Please log in again.' })

export interface MailedSetup extends OpenStep {
  app: AppDefinition
}

/** On the hosted page, for members of published clients. Logs no one in. @throws ApiError `invalid-second-factor`, `too-many-requests` */
export async function confirmMailedSetup(
  services: Pick<Services, 'store' | 'clock' | 'hasher' | 'totpCipher' | 'securityLog'>,
  { step, member }: MailedSetup,
  code: string,
): Promise<string[]> {
  await takeTry(services, { step, member })
  const digits = digitsIn(code)
  if (digits === null || !(await checkTotp(services, services.store, member, { digits, options: { isPending: true } })))
    throw new ApiError('invalid-second-factor')
  const { codes, rows } = await makeRecoveryCodes(services, member)
  await services.store.transaction(async (tx) => {
    if (!(await lockMemberById(tx, member.id)) || !(await consumeLoginStep(tx, step.challengeDigest))) throw expired()
    await turnOn(tx, services, member.id, rows)
  })
  const { id: memberId, appId, mode } = member
  services.securityLog.write('second-factor-enabled', { memberId, appId, mode })
  return codes
}

async function turnOn(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  memberId: string,
  recoveryCodes: readonly RecoveryCodeRow[],
): Promise<void> {
  await confirmTotpRow(tx, memberId, clock.now())
  await replaceRecoveryCodes(tx, memberId, recoveryCodes)
  await tx.changes.memberEvent(memberId, 'member.secondFactor.enabled', {})
}

/** @throws ApiError `too-many-requests`: log in again */
async function takeTry({ store }: Pick<Services, 'store'>, { step }: OpenStep): Promise<void> {
  if (!(await takeStepTry(store, step.challengeDigest)))
    throw new ApiError('too-many-requests', { retryAfterSeconds: 1, methods: ['password'] })
}

/** @throws ApiError `invalid-second-factor`, `too-many-requests` with `methods` */
async function checkCode(
  services: StepServices,
  request: RequestContext,
  open: OpenStep,
  typed: string,
): Promise<SecondFactorMethod> {
  const { rateLimiter } = services
  const { member, step } = open
  const limits: readonly (readonly [limit: RateLimitName, key: string])[] =
    step.deviceId === null
      ? [
          ['secondStepsPerAccountADay', member.id],
          ['secondStepsPerAccount', member.id],
        ]
      : [['secondStepsPerKnownDevice', `${member.id} ${step.deviceId}`]]
  const others = offeredMethods(services, request, ['passkey'])
  for (const limit of limits) await takeOrOffer(services, limit, others)
  await takeTry(services, open)
  const method = await matchCode(services, member, typed)
  if (method === null) {
    await reportWrongStep(services, request, open)
    throw new ApiError('invalid-second-factor')
  }
  for (const [limit, key] of limits) await rateLimiter.refund(limit, key)
  return method
}

/** Which of the two it is follows from its form, so one check costs one comparison or one hash. */
export async function matchCode(
  services: Pick<Services, 'store' | 'clock' | 'hasher' | 'totpCipher'>,
  member: MemberRow,
  typed: string,
): Promise<SecondFactorMethod | null> {
  const digits = digitsIn(typed)
  if (digits !== null) return (await checkTotp(services, services.store, member, { digits })) ? 'totp' : null
  const code = readRecoveryCode(typed)
  return code !== null && (await checkRecoveryCode(services, services.store, member.id, code)) ? 'recovery-code' : null
}

/** The first step was right, so a stranger may know it. Once per 15 minutes. */
async function reportWrongStep(
  services: StepServices,
  { app }: RequestContext,
  { member, step }: OpenStep,
): Promise<void> {
  const { rateLimiter, store, mailWaiting } = services
  if (step.deviceId !== null || !(await tryTake(rateLimiter, 'secondStepMailsPerAccount', member.id))) return
  const mail = toOutboxRow(services, app, member, secondStepMail(app))
  await store.transaction((tx) => insertMail(tx, mail))
  mailWaiting()
}

interface Done {
  method: SecondFactorMethod
  remember: boolean
  checked?: CheckedAssertion
  /** New recovery codes: confirms the pending secret. */
  setup?: readonly RecoveryCodeRow[]
}

async function finish(
  services: StepServices,
  request: RequestContext,
  { step, member: { id } }: OpenStep,
  { device, done: { method, remember, checked, setup } }: { device: string | null | undefined; done: Done },
): Promise<Answer<'completeSecondFactor'>['data']> {
  const { app } = request
  const details = readDetails(step.details)
  const { end, ...found } = await services.store.transaction(async (tx) => {
    const member = await lockMemberById(tx, id)
    // A reset ended the login between its steps.
    if (!member || !(await consumeLoginStep(tx, step.challengeDigest))) throw expired()
    if (checked) await recordUse(tx, services, checked)
    if (setup) await turnOn(tx, services, id, setup)
    const proof = { method: firstStep(step.method), claim: device, request, details, secondStep: { method, remember } }
    const finished = await finishLogin(tx, services, { app, member }, proof)
    return { member, end: finished, plans: await readMemberPlans(tx, id) }
  })
  const login = requireLogin(services, end)
  const { event, includeContentGroups } = details
  return toMemberAuth({ app, ...found, ...login, event, includeContentGroups })
}

const firstSteps: readonly FirstStep[] = ['password', 'code', 'link', 'provider', 'passkey', 'signup']
const firstStep = (stored: string): FirstStep => firstSteps.find((step) => step === stored) ?? 'password'

/** As `finishLogin` wrote it. */
const readDetails = (stored: string): LoginDetails => JSON.parse(stored)
