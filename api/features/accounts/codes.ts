import type { LoginMethod } from '../../../contract/errors'
import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import type { Database } from '../../database/db'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { signInPolicy } from '../apps/sign-in-policy'
import { deleteMail, insertMail } from '../mail/outbox'
import type { OutboxRow } from '../mail/outbox'
import { findMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { findCodeByLink } from './repository'
import type { CodePurpose, CodeRow } from './repository'
import { offeredMethods, takeOrOffer, takeOrProve } from './sign-in-limits'
import type { Refund, SignInAttempt } from './sign-in-limits'

export interface LinkOwner {
  code: CodeRow
  member: MemberRow
  app: AppDefinition
}

/** Null for a link that is unknown, used, replaced or expired. */
export async function findLinkOwner(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  purpose: CodePurpose,
  token: string,
): Promise<LinkOwner | null> {
  const code = await findCodeByLink(store, secrets.digest(token), purpose, clock.now())
  const member = code && (await findMemberById(store, code.memberId))
  const app = code && (await findAppById(store, code.appId))
  return code && member && app ? { code, member, app } : null
}

const DIGITS = new RegExp(`^\\d{${CODE_LENGTH_DIGITS}}$`, 'u')

type Limits = Pick<Services, 'rateLimiter' | 'proofOfWork' | 'socialProviders'>

/** Ignores spaces and dashes; null without six digits. */
export function digitsIn(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/gu, '')
  return DIGITS.test(digits) ? digits : null
}

/**
 * Counts a try before comparing, so that parallel guesses share the limit: per request token, else per account. Wrong codes from unknown
 * devices also count per app, against guesses spread over accounts.
 * @param requestDigest null for published clients
 * @returns a refund, to be called when the code was right
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function takeCodeTry(
  services: Limits,
  attempt: SignInAttempt,
  purpose: CodeKind,
  requestDigest: string | null,
): Promise<Refund> {
  const { account, request } = attempt
  const again = offeredMethods(services, request, requestAgain[purpose])
  const others = offeredMethods(services, request, otherMethods[purpose])
  if (requestDigest === null) {
    await takeOrOffer(services, ['codeTriesPerRequest', `${account} ${purpose}`], again)
    await takeOrOffer(services, ['codeTriesPerAccount', account], others)
    await takeOrOffer(services, ['codeTriesPerAccountADay', account], others)
  } else await takeOrOffer(services, ['codeTriesPerRequest', requestDigest], again)
  return attempt.deviceId === null ? takeAppTry(services, attempt, others, requestDigest) : async () => {}
}

/** A request for a puzzle does not use up a try. */
async function takeAppTry(
  services: Limits,
  attempt: SignInAttempt,
  methods: readonly LoginMethod[],
  requestDigest: string | null,
): Promise<Refund> {
  const { rateLimiter } = services
  const { app, mode } = attempt.request
  const appKey = `${app.id} ${mode}`
  const claim = requestDigest === null ? undefined : (attempt.claim ?? null)
  const inAll = ['codeFailuresPerAppInAll', appKey] as const
  await takeOrOffer(services, inAll, methods)
  try {
    const refund = await takeOrProve(services, ['codeFailuresPerApp', appKey], { ...attempt, claim }, methods)
    return async () => {
      await refund()
      await rateLimiter.refund(...inAll)
    }
  } catch (error) {
    await rateLimiter.refund(...inAll)
    if (requestDigest !== null) await rateLimiter.refund('codeTriesPerRequest', requestDigest)
    throw error
  }
}

type CodeKind = 'login' | 'signup' | 'reset' | 'reauthenticate'

/** Other methods to offer, best first. */
const otherMethods: Record<CodeKind, readonly LoginMethod[]> = {
  login: ['link', 'passkey', 'provider', 'password'],
  signup: ['password', 'provider'],
  reset: ['reset', 'code', 'provider'],
  reauthenticate: ['password', 'provider'],
}

/** When one code's tries are used up, a new code works too. */
const requestAgain: Record<CodeKind, readonly LoginMethod[]> = {
  login: ['code', 'link', 'passkey', 'provider', 'password'],
  signup: ['code', 'password', 'provider'],
  reset: ['reset', 'code', 'provider'],
  reauthenticate: ['code', 'password', 'provider'],
}

const publishedMails = {
  login: 'passwordlessMailsPerAccount',
  signup: 'passwordlessMailsPerAccount',
  reset: 'resetMailsPerAccount',
  reauthenticate: 'passwordlessMailsPerAccount',
} as const

/**
 * Known devices, unknown devices and published clients have separate limits.
 * @returns whether the mail may have a code; past the daily limit of unknown devices, a mail with a link has no code
 * @throws ApiError `too-many-requests` with `methods`
 */
export async function takeCodeMail(
  services: Pick<Services, 'rateLimiter' | 'socialProviders'>,
  { account, request, claim, deviceId }: SignInAttempt,
  kind: CodeKind,
): Promise<boolean> {
  const methods = offeredMethods(services, request, otherMethods[kind])
  const key = `${account} ${kind}`
  const offersLink = signInPolicy(request.app).methods.link
  if (claim === undefined) {
    await takeOrOffer(services, [publishedMails[kind], account], methods)
    // A new code has its own tries.
    await services.rateLimiter.clear('codeTriesPerRequest', key)
  } else if (deviceId !== null) await takeOrOffer(services, ['codeMailsPerKnownDevice', `${key} ${deviceId}`], methods)
  else {
    await takeOrOffer(services, ['codeMailsPerUnknownDevices', key], methods)
    return takeDaysMail(services, key, methods, kind === 'reset' || (kind === 'login' && offersLink))
  }
  return true
}

async function takeDaysMail(
  services: Pick<Services, 'rateLimiter'>,
  key: string,
  methods: readonly LoginMethod[],
  isLinked: boolean,
): Promise<boolean> {
  try {
    await takeOrOffer(services, ['codeMailsPerUnknownDevicesADay', key], methods)
    return true
  } catch (error) {
    if (isLinked && error instanceof ApiError && error.code === 'too-many-requests') return false
    await services.rateLimiter.refund('codeMailsPerUnknownDevices', key)
    throw error
  }
}

/** Writes and deletes a row, so that an unknown account takes as long as a known one. */
export async function decoyWrite(store: Database, mail: OutboxRow): Promise<void> {
  await store.transaction(async (tx) => {
    await insertMail(tx, mail)
    await deleteMail(tx, mail.id)
  })
}
