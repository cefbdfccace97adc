import type { ReauthenticationMethod } from '../../../contract/errors'
import type { Answer, Input } from '../../../contract/schemas'
import type { Db, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { accountKey } from '../../http/rate-limits/limiter'
import type { AppDefinition } from '../apps/definition'
import { signInPolicy } from '../apps/sign-in-policy'
import { lockCaller } from '../members/context'
import type { Caller, RequestFor } from '../members/context'
import type { MemberRow } from '../members/repository'
import { findSession, renewSession, sessionEnd } from '../members/repository-sessions'
import { checkPassword } from './login'
import { findReauthenticationCode, newReauthenticationCode, storeEmailCode } from './email-codes'
import { consumeEmailCode } from './repository'
import { findSecondFactors } from './repository-sign-in'
import { findKnownDevice } from './devices'
import { takeCodeMail } from './sign-in-limits'

const MINUTE_MS = 60_000

/** Members with a second factor must use it; a code by email is for members with nothing else. */
export async function reauthenticationMethods(db: Db, member: MemberRow): Promise<ReauthenticationMethod[]> {
  const { hasTotp, hasPasskey, hasRecoveryCodes } = await findSecondFactors(db, member.id)
  const strong = [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasTotp ? (['totp'] as const) : []),
    ...(hasTotp && hasRecoveryCodes ? (['recovery-code'] as const) : []),
  ]
  if (hasTotp) return strong
  const others = [
    ...strong,
    ...(member.passwordHash === null ? [] : (['password'] as const)),
    ...(member.providers.length > 0 ? (['provider'] as const) : []),
  ]
  return others.length > 0 || !member.verified ? others : ['code']
}

/**
 * Locks the calling member, who must have proven themselves recently.
 * @throws ApiError `reauthentication-required` with the accepted methods, `client/invalid-token`
 */
export async function lockProvenCaller(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  caller: Caller & { app: AppDefinition },
): Promise<{ current: MemberRow; session: string }> {
  const locked = await lockCaller(tx, services, caller)
  await requireProof(tx, services, { ...caller, member: locked.current })
  return locked
}

/**
 * For acts with slow work before their transaction.
 * @throws ApiError `reauthentication-required` with the accepted methods
 */
export async function requireProof(
  db: Db,
  services: Pick<Services, 'clock'>,
  caller: Caller & { app: AppDefinition },
): Promise<void> {
  if ((await findProof(db, services, caller)) === null)
    throw new ApiError('reauthentication-required', { methods: await reauthenticationMethods(db, caller.member) })
}

/** When the member has proven themselves; null if that is too long ago. */
export async function findProof(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  { app, tokenDigest }: Caller & { app: AppDefinition },
): Promise<number | null> {
  const now = clock.now()
  const session = tokenDigest === null ? null : await findSession(db, tokenDigest, now)
  const provenAt = session?.verifiedAt ?? 0
  return provenAt > now - signInPolicy(app).stepUp.minutes * MINUTE_MS ? provenAt : null
}

/** Mails a code, to members with nothing else. @returns its request token @throws ApiError `too-many-requests` with `methods` */
export async function sendReauthenticationCode(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'mailWaiting' | 'socialProviders' | 'urls'>,
  request: RequestFor<'getReauthenticationOptions'>,
  claim: Input<'getReauthenticationOptions'>['device'],
): Promise<string> {
  const { store } = services
  const { app, mode, member } = request
  const account = accountKey(app.id, mode, member.email)
  const deviceId = await findKnownDevice(store, services, member, claim)
  await takeCodeMail(services, { request, account, member, claim, deviceId }, 'reauthenticate')
  const code = newReauthenticationCode(services, app, member)
  await store.transaction((tx) => storeEmailCode(tx, code))
  services.mailWaiting()
  return code.requestToken ?? ''
}

/** A check, and what has to be true once the member is locked. */
export type SettleProof = (tx: Tx, current: MemberRow) => Promise<void>

/** @throws ApiError `invalid-password` */
export async function proveByPassword(
  services: Pick<Services, 'store' | 'hasher' | 'clock' | 'rateLimiter' | 'secrets'>,
  member: MemberRow,
  password: string,
): Promise<SettleProof> {
  if (!(await checkPassword(services, member, password)))
    throw new ApiError('invalid-password', { event: 'password-refused' })
  return async (_tx, current) => {
    // Another request changed the password after the check.
    if (current.passwordHash !== member.passwordHash) throw new ApiError('invalid-password')
  }
}

/** @throws ApiError `invalid-passwordless-login-code`, `too-many-requests` */
export async function proveByMailedCode(
  services: Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders' | 'urls'>,
  request: RequestFor<'reauthenticate'>,
  { code: typed, requestToken }: { code: string; requestToken: string | null },
): Promise<SettleProof> {
  const code = await findReauthenticationCode(services, request, typed, requestToken)
  if (!code) throw new ApiError('invalid-passwordless-login-code')
  return async (tx, current) => {
    if (current.email !== code.email || !(await consumeEmailCode(tx, code.id)))
      throw new ApiError('invalid-passwordless-login-code')
  }
}

/** Every proof of a logged-in member ends here. @param settle last check, in the transaction, with the locked member */
export async function renew(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  request: Caller & { app: AppDefinition },
  method: ReauthenticationMethod,
  settle: SettleProof,
): Promise<Answer<'reauthenticate'>> {
  const accessToken = secrets.sessionToken()
  const expires = await store.transaction(async (tx) => {
    const { current, session } = await lockCaller(tx, { clock }, request)
    const now = clock.now()
    const former = await findSession(tx, session, now)
    if (!former) throw new ApiError('client/invalid-token')
    await settle(tx, current)
    const methods = [...new Set([...former.methods.split(' ').filter(Boolean), method])].join(' ')
    await renewSession(tx, former, { tokenDigest: secrets.digest(accessToken), verifiedAt: now, methods }, now)
    return sessionEnd(request.app, former.createdAt).byAge
  })
  return { data: { tokens: { accessToken, expires, type: 'bearer' } } }
}
