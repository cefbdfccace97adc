import type { ReauthenticationMethod } from '../../../contract/errors'
import { PASSWORDLESS_CODE_LIFETIME_MINUTES } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { digitsIn } from '../accounts/codes'
import { login } from '../accounts/login'
import type { CompleteStep } from '../accounts/login'
import { passwordlessLogin } from '../accounts/passwordless'
import { findPendingEmail } from '../accounts/repository-sign-in'
import {
  lockProvenCaller,
  proveByMailedCode,
  proveByPassword,
  reauthenticationMethods,
  renew,
  requireProof,
  sendReauthenticationCode,
} from '../accounts/step-up'
import type { SettleProof } from '../accounts/step-up'
import type { Handlers, RequestContext, RequestFor } from '../members/context'
import type { MemberRow } from '../members/repository'
import { checkAssertion, recordUse } from '../passkeys/ceremony'
import type { Ceremony } from '../passkeys/ceremony'
import { requestPasskey } from '../passkeys/routes'
import { completeSecondFactor, matchCode, setUpSecondFactor } from './login'
import { cancelRecovery, findRecoveryTime, requestRecovery } from './recovery'
import { confirmTotpRow, countRecoveryCodes, deleteTotp, findTotp, replaceRecoveryCodes } from './repository'
import { checkTotp, makeRecoveryCodes, prepareTotp } from './totp'

/** Published clients send the code of the second step with the first one. */
const completeWith =
  (services: Services, request: RequestContext): CompleteStep =>
  async (challenge, code) => {
    const { data } = await completeSecondFactor(services, request, { challenge, code })
    return { data }
  }

export const secondFactorHandlers = {
  // Published clients send the code of the app with the first step.
  login: (services, request, input) => login(services, request, input, completeWith(services, request)),
  passwordlessLogin: (services, request, input) =>
    passwordlessLogin(services, request, input, completeWith(services, request)),

  completeSecondFactor,
  setUpSecondFactor,
  requestSecondFactorRecovery: requestRecovery,
  cancelSecondFactorRecovery: cancelRecovery,
  getReauthenticationOptions,
  reauthenticate,

  async getMemberSignIn({ store, clock, totpCipher }, { member }) {
    const totp = await findTotp(store, member.id)
    const pending = await findPendingEmail(store, member.id, clock.now())
    return {
      data: {
        pendingEmail: pending?.email ?? null,
        secondFactor: {
          isOn: totp !== null && totp.confirmedAt !== null,
          isOffered: totpCipher !== null,
          recoveryCodesLeft: await countRecoveryCodes(store, member.id),
          endsAt: await findRecoveryTime({ store, clock }, member.id),
        },
      },
    }
  },

  /**
   * A new secret; it works once `confirmTotp` has seen a code of it.
   * @throws ApiError `reauthentication-required`, `email-not-verified`, `second-factor-already-on`, `encryption-key-missing`,
   * `too-many-requests`
   */
  async startTotp(services, request) {
    const { app, member } = request
    await services.rateLimiter.take('secondFactorChangesPerAccount', member.id)
    if (!member.verified) throw new ApiError('email-not-verified')
    await requireProof(services.store, services, request)
    await requireOff(services, member.id)
    return { data: await prepareTotp(services, app, member) }
  },

  /** Turns two-step verification on. @throws ApiError `invalid-second-factor`, `second-factor-already-on`, `too-many-requests` */
  async confirmTotp(services, request, { code }) {
    const { member } = request
    await services.rateLimiter.take('secondFactorChangesPerAccount', member.id)
    await requireProof(services.store, services, request)
    await requireOff(services, member.id)
    const digits = digitsIn(code)
    if (
      digits === null ||
      !(await checkTotp(services, services.store, member, { digits, options: { isPending: true } }))
    )
      throw new ApiError('invalid-second-factor')
    const { codes, rows } = await makeRecoveryCodes(services, member)
    await services.store.transaction(async (tx) => {
      const { current } = await lockProvenCaller(tx, services, request)
      if ((await findTotp(tx, current.id))?.confirmedAt !== null) throw new ApiError('second-factor-already-on')
      await confirmTotpRow(tx, current.id, services.clock.now())
      await replaceRecoveryCodes(tx, current.id, rows)
      await tx.changes.memberEvent(current.id, 'member.secondFactor.enabled', {})
    })
    return { data: { recoveryCodes: codes } }
  },

  /** Recovery codes end too. @throws ApiError `reauthentication-required`, `second-factor-off`, `too-many-requests` */
  async removeTotp(services, request) {
    await services.rateLimiter.take('secondFactorChangesPerAccount', request.member.id)
    await services.store.transaction(async (tx) => {
      const { current } = await lockProvenCaller(tx, services, request)
      if (!(await deleteTotp(tx, current.id))) throw new ApiError('second-factor-off')
      await tx.changes.memberEvent(current.id, 'member.secondFactor.disabled', {})
    })
    return { data: { success: true } }
  },

  /** Ten new ones; earlier ones end. @throws ApiError `reauthentication-required`, `second-factor-off`, `too-many-requests` */
  async createRecoveryCodes(services, request) {
    const { member } = request
    await services.rateLimiter.take('secondFactorChangesPerAccount', member.id)
    await requireProof(services.store, services, request)
    const { codes, rows } = await makeRecoveryCodes(services, member)
    await services.store.transaction(async (tx) => {
      const { current } = await lockProvenCaller(tx, services, request)
      const totp = await findTotp(tx, current.id)
      if (!totp || totp.confirmedAt === null) throw new ApiError('second-factor-off')
      await replaceRecoveryCodes(tx, current.id, rows)
    })
    return { data: { recoveryCodes: codes } }
  },
} satisfies Partial<Handlers>

/** @throws ApiError `second-factor-already-on` */
async function requireOff({ store }: Pick<Services, 'store'>, memberId: string): Promise<void> {
  const totp = await findTotp(store, memberId)
  if (totp && totp.confirmedAt !== null) throw new ApiError('second-factor-already-on')
}

/** A challenge of one member: a passkey of another one signs nothing here. */
const ceremonyOf = ({ id }: Pick<MemberRow, 'id'>): Ceremony => ({ purpose: 'prove', memberId: id })

/**
 * What the member can prove themselves with on the calling page, strongest first.
 * @throws ApiError `too-many-requests` with `methods`
 */
async function getReauthenticationOptions(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting' | 'socialProviders' | 'urls'>,
  request: RequestFor<'getReauthenticationOptions'>,
  { sendCode = false, device }: Input<'getReauthenticationOptions'>,
): Promise<Answer<'getReauthenticationOptions'>> {
  const { store } = services
  const accepted = await reauthenticationMethods(store, request.member)
  const passkey = accepted.includes('passkey') ? await passkeyHere(services, request) : null
  const methods = accepted.filter((method) => method !== 'passkey' || passkey !== null)
  if (!sendCode || !methods.includes('code')) return { data: { methods, ...(passkey && { passkey }) } }
  const requestToken = await sendReauthenticationCode(services, request, device ?? null)
  const minutes = String(PASSWORDLESS_CODE_LIFETIME_MINUTES)
  return {
    data: { methods, requestToken },
    message: `We have sent you an email with a code. It works for ${minutes} minutes.`,
  }
}

/** Null on a page where passkeys cannot work. */
async function passkeyHere(
  services: Pick<Services, 'store' | 'clock'>,
  request: RequestFor<'getReauthenticationOptions'>,
) {
  try {
    return await requestPasskey(services, request, ceremonyOf(request.member))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'login-method-disabled') return null
    throw error
  }
}

type ProofServices = Pick<
  Services,
  | 'store'
  | 'hasher'
  | 'secrets'
  | 'clock'
  | 'rateLimiter'
  | 'proofOfWork'
  | 'socialProviders'
  | 'urls'
  | 'totpCipher'
  | 'securityLog'
>

/**
 * The session gets a new token; the former one reads for some seconds more.
 * @throws ApiError `invalid-password`, `invalid-passwordless-login-code`, `invalid-second-factor`, `passkey-refused`, `passkey-not-found`,
 * `reauthentication-required` for a method that the member may not use, `required-field-missing`, `too-many-requests`
 */
async function reauthenticate(
  services: ProofServices,
  request: RequestFor<'reauthenticate'>,
  input: Input<'reauthenticate'>,
): Promise<Answer<'reauthenticate'>> {
  await services.rateLimiter.take('stepUpsPerSession', request.tokenDigest ?? request.member.id)
  const methods = await reauthenticationMethods(services.store, request.member)
  const { method, settle } = await prove(services, request, input, methods)
  return renew(services, request, method, settle)
}

interface Proof {
  method: ReauthenticationMethod
  settle: SettleProof
}

async function prove(
  services: ProofServices,
  request: RequestFor<'reauthenticate'>,
  { credential, password, code, requestToken }: Input<'reauthenticate'>,
  methods: readonly ReauthenticationMethod[],
): Promise<Proof> {
  const { member } = request
  const requireMethod = (...wanted: ReauthenticationMethod[]): void => {
    if (!wanted.some((method) => methods.includes(method)))
      throw new ApiError('reauthentication-required', { methods: [...methods] })
  }
  if (credential) {
    requireMethod('passkey')
    const checked = await checkAssertion(services, request, credential, ceremonyOf(member))
    return { method: 'passkey', settle: (tx) => recordUse(tx, services, checked) }
  }
  if (password !== undefined) {
    requireMethod('password')
    return { method: 'password', settle: await proveByPassword(services, member, password) }
  }
  if (code === undefined) throw new ApiError('required-field-missing')
  requireMethod('code', 'totp')
  if (methods.includes('totp')) return { method: await proveBySecondFactor(services, member, code), settle: noCheck }
  const mailed = { code, requestToken: requestToken ?? null }
  return { method: 'code', settle: await proveByMailedCode(services, request, mailed) }
}

/** The check has used the code up. */
const noCheck: SettleProof = async () => {}

/** @throws ApiError `invalid-second-factor` */
async function proveBySecondFactor(
  services: ProofServices,
  member: MemberRow,
  code: string,
): Promise<ReauthenticationMethod> {
  const method = await matchCode(services, member, code)
  if (method === null) throw new ApiError('invalid-second-factor')
  return method
}
