import type { LoginMethod } from '../../../contract/errors'
import {
  CODE_LENGTH_DIGITS,
  CODE_TRIES_PER_MAIL,
  RESET_CODE_LIFETIME_MINUTES,
  VERIFICATION_LINK_LIFETIME_HOURS,
} from '../../../contract/limits'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import type { Secrets } from '../../ports/secrets'
import type { Services } from '../../ports/services'
import type { CodePurpose, CodeRow, MemberRow, OutboxRow, Repositories, Store } from '../../ports/store'
import type { DeviceClaim } from './devices'
import { offeredMethods, takeOrOffer, takeOrProve } from './sign-in-limits'
import type { Refund, SignInAttempt } from './sign-in-limits'

const MINUTE_MS = 60_000

const kinds: Record<CodePurpose, { lifetimeMs: number; hasDigits: boolean }> = {
  'reset-password': { lifetimeMs: RESET_CODE_LIFETIME_MINUTES * MINUTE_MS, hasDigits: true },
  'verify-email': { lifetimeMs: VERIFICATION_LINK_LIFETIME_HOURS * 60 * MINUTE_MS, hasDigits: false },
}

interface NewCode {
  row: CodeRow
  /** The six digits, for the mail only. */
  code: string
  /** The token of the link, for the mail only. */
  token: string
  /** For the browser that asked: the digits work only together with it. Null for published clients. */
  requestToken: string | null
}

/**
 * Makes a code and a link token, and the row that recognizes them.
 * @param requestedFrom IP address of the caller
 * @param options.claim sent by our client: the digits then need the request token
 */
export function newCode(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
  purpose: CodePurpose,
  requestedFrom: string,
  { claim, isLinkOnly = false }: { claim?: DeviceClaim; isLinkOnly?: boolean } = {},
): NewCode {
  const { lifetimeMs } = kinds[purpose]
  const hasDigits = kinds[purpose].hasDigits && !isLinkOnly
  const requestToken = claim === undefined ? null : secrets.sessionToken()
  const code = secrets.code()
  const token = secrets.linkToken()
  const createdAt = clock.now()
  const row = {
    id: secrets.id('code'),
    memberId: member.id,
    appId: member.appId,
    mode: member.mode,
    purpose,
    codeDigest: hasDigits ? digestCode(secrets, member.id, code) : null,
    linkDigest: secrets.digest(token),
    requestDigest: requestToken === null ? null : secrets.digest(requestToken),
    requestedFrom,
    triesLeft: CODE_TRIES_PER_MAIL,
    createdAt,
    expiresAt: createdAt + lifetimeMs,
  }
  return { row, code, token, requestToken }
}

/** Includes the member, so that equal codes of two members have different digests. */
export function digestCode(secrets: Secrets, memberId: string, code: string): string {
  return secrets.digest(`${memberId} ${code}`)
}

export interface LinkOwner {
  code: CodeRow
  member: MemberRow
  app: AppDefinition
}

/** Finds the member of a mailed link; null when it is unknown, used, replaced or expired. */
export async function findLinkOwner(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  purpose: CodePurpose,
  token: string,
): Promise<LinkOwner | null> {
  const code = await store.codes.findByLink(secrets.digest(token), purpose, clock.now())
  const member = code && (await store.members.findById(code.memberId))
  const app = code && (await store.apps.findById(code.appId))
  return code && member && app ? { code, member, app } : null
}

/** Revokes reset codes, links and one-time codes mailed to the member. */
export async function dropOpenCodes(
  { codes, emailCodes }: Pick<Repositories, 'codes' | 'emailCodes'>,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode' | 'email'>,
): Promise<void> {
  await codes.deleteByMember(member.id)
  await emailCodes.deleteByAddress(member)
}

const DIGITS = new RegExp(`^\\d{${CODE_LENGTH_DIGITS}}$`, 'u')

type Limits = Pick<Services, 'rateLimiter' | 'proofOfWork' | 'socialProviders'>

/** Reads a typed code, which may contain spaces or dashes; null if it is not one. */
export function digitsIn(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/gu, '')
  return DIGITS.test(digits) ? digits : null
}

/**
 * Counts one try at a mailed code before comparing it, so that parallel guesses share the limit. The code of a request token
 * has its own limit; others share that of the account. Wrong codes from unknown devices also count for the whole app, which
 * stops guesses spread over many accounts.
 * @param requestDigest null for the code of a published client
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

/** A request for a puzzle does not count as a try at the code. */
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
      await rateLimiter.giveBack(...inAll)
    }
  } catch (error) {
    await rateLimiter.giveBack(...inAll)
    if (requestDigest !== null) await rateLimiter.giveBack('codeTriesPerRequest', requestDigest)
    throw error
  }
}

type CodeKind = 'login' | 'signup' | 'reset'

/** Other methods to offer, best first. */
const otherMethods: Record<CodeKind, readonly LoginMethod[]> = {
  login: ['link', 'provider', 'password'],
  signup: ['password', 'provider'],
  reset: ['link', 'code', 'provider'],
}

/** Methods to offer when the tries of one code are used up: a new code works too. */
const requestAgain: Record<CodeKind, readonly LoginMethod[]> = {
  login: ['code', 'link', 'provider', 'password'],
  signup: ['code', 'password', 'provider'],
  reset: ['link', 'code', 'provider'],
}

/** Limits for published clients. */
const publishedMails = {
  login: 'passwordlessMailsPerAccount',
  signup: 'passwordlessMailsPerAccount',
  reset: 'resetMailsPerAccount',
} as const

/**
 * Counts one code mail. Known devices, unknown devices and published clients have separate limits.
 * @returns whether the mail may contain a code; past the day's limit of unknown devices a reset mail has a link only
 * @throws ApiError `too-many-requests` with `methods`
 */
export async function takeCodeMail(
  services: Pick<Services, 'rateLimiter' | 'socialProviders'>,
  { account, request, claim, deviceId }: SignInAttempt,
  kind: CodeKind,
): Promise<boolean> {
  const methods = offeredMethods(services, request, otherMethods[kind])
  const key = `${account} ${kind}`
  if (claim === undefined) {
    await takeOrOffer(services, [publishedMails[kind], account], methods)
    // The new code replaces the last one and has its own tries.
    await services.rateLimiter.clear('codeTriesPerRequest', key)
  } else if (deviceId !== null) await takeOrOffer(services, ['codeMailsPerKnownDevice', `${key} ${deviceId}`], methods)
  else {
    await takeOrOffer(services, ['codeMailsPerUnknownDevices', key], methods)
    return takeDaysMail(services, key, kind, methods)
  }
  return true
}

async function takeDaysMail(
  services: Pick<Services, 'rateLimiter'>,
  key: string,
  kind: CodeKind,
  methods: readonly LoginMethod[],
): Promise<boolean> {
  try {
    await takeOrOffer(services, ['codeMailsPerUnknownDevicesADay', key], methods)
    return true
  } catch (error) {
    if (kind === 'reset' && error instanceof ApiError && error.code === 'too-many-requests') return false
    await services.rateLimiter.giveBack('codeMailsPerUnknownDevices', key)
    throw error
  }
}

/**
 * Writes and deletes a row, so that an unknown account takes as long as a known one.
 */
export async function decoyWrite(store: Store, mail: OutboxRow): Promise<void> {
  await store.transaction(async ({ outbox }) => {
    await outbox.insert(mail)
    await outbox.delete(mail.id)
  })
}
