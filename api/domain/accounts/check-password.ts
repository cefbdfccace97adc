import type { PasswordHasher } from '../../ports/password-hasher'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import { offeredMethods, takeOrOffer, takeOrProve } from './sign-in-limits'
import type { SignInAttempt } from './sign-in-limits'

type Verifier = Pick<PasswordHasher, 'verify'>

/**
 * Whether a password is the member's, asked of somebody who is logged in or has a mailed link. A try counts before it is
 * known to be wrong, so that parallel guesses share the limit; right ones and those that could not be judged do not count.
 *
 * @throws ApiError `too-many-requests`
 */
export async function checkPassword(
  { hasher, rateLimiter }: Pick<Services, 'rateLimiter'> & { hasher: Verifier },
  member: MemberRow,
  password: string,
): Promise<boolean> {
  const limit = ['failedPasswordChecksPerMember', member.id] as const
  await rateLimiter.take(...limit)
  const matches = await judge(hasher, member, password, () => rateLimiter.giveBack(...limit))
  if (matches) await rateLimiter.clear(...limit)
  return matches
}

/**
 * Whether a login's password is right. A known device has tries of its own. All other browsers share theirs: past them our
 * client solves a puzzle for each, and past those of a day only other methods work. An email without a member costs as
 * much and is limited alike.
 *
 * @throws ApiError `too-many-requests` with `methods`, `proof-of-work-required`
 */
export async function checkLoginPassword(
  services: Pick<Services, 'rateLimiter' | 'proofOfWork' | 'socialProviders'> & { hasher: Verifier },
  attempt: SignInAttempt,
  password: string,
): Promise<boolean> {
  const { hasher, rateLimiter } = services
  const { account, deviceId, member } = attempt
  const methods = offeredMethods(services, attempt.request, ['code', 'link', 'provider'])
  if (deviceId !== null) {
    const own = ['failedLoginsPerKnownDevice', `${account} ${deviceId}`] as const
    await takeOrOffer(services, own, methods)
    const matches = await judge(hasher, member, password, () => rateLimiter.giveBack(...own))
    if (matches) await rateLimiter.clear(...own)
    return matches
  }
  const aDay = ['failedLoginsPerAccountADay', account] as const
  const shared = ['failedLoginsPerAccount', account] as const
  await takeOrOffer(services, aDay, methods)
  const giveBackDay = () => rateLimiter.giveBack(...aDay)
  const giveBackShared = await orUndo(takeOrProve(services, shared, attempt, methods), giveBackDay)
  const giveBack = async () => {
    await giveBackDay()
    await giveBackShared()
  }
  const matches = await judge(hasher, member, password, giveBack)
  // The day's failures of strangers stay counted: a login must not buy them more guesses.
  if (matches) {
    await giveBackDay()
    await rateLimiter.clear(...shared)
  }
  return matches
}

/** A server with too much to hash must lock nobody out. */
const judge = (hasher: Verifier, member: MemberRow | null, password: string, giveBack: () => Promise<void>) =>
  orUndo(hasher.verify(member?.passwordHash ?? null, password), giveBack)

async function orUndo<T>(work: Promise<T>, undo: () => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (error) {
    await undo()
    throw error
  }
}
