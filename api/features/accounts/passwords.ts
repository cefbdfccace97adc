import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import type { Mode } from '../../domain/mode'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { lockCaller } from '../members/context'
import { readMemberPlans } from '../plans/connections'
import { toMember } from '../plans/serializers'

/**
 * Sets the first password. Sessions stay, because no earlier password can be known to a stranger.
 * @throws ApiError `password-already-set`, `password-too-common`, `too-many-requests`
 */
export async function setPassword(
  services: Pick<Services, 'store' | 'hasher' | 'clock' | 'rateLimiter'>,
  request: RequestFor<'setPassword'>,
  { password }: Input<'setPassword'>,
): Promise<Answer<'setPassword'>> {
  const { app, mode, member } = request
  await services.rateLimiter.take('passwordChangesPerAccount', member.id)
  if (member.passwordHash !== null) throw new ApiError('password-already-set')
  await requireUncommonPassword({ app, mode, email: member.email }, password)
  const passwordHash = await services.hasher.hash(password)
  const data = await services.store.transaction(async (repositories) => {
    const { current, session } = await lockCaller(repositories, services, request)
    if (current.passwordHash !== null) throw new ApiError('password-already-set')
    await repositories.members.update(current.id, { passwordHash })
    await repositories.devices.notePassword(current.id, session, services.clock.now())
    await repositories.codes.deleteByMember(current.id, 'reset-password')
    return toMember(app, { ...current, passwordHash }, await readMemberPlans(repositories, current.id))
  })
  return { data, message: 'Your password has been set.' }
}

/**
 * Changes the password, and revokes codes, tickets, unfetched provider answers, and all sessions and devices but the caller's.
 * @param keepTokenDigest the caller's session; null keeps none
 */
export async function changePassword(
  { members, sessions, devices, memberTickets, providerAnswers, codes, emailCodes }: Repositories,
  { clock }: Pick<Services, 'clock'>,
  member: MemberRow,
  passwordHash: string,
  keepTokenDigest: string | null,
): Promise<MemberRow> {
  await members.update(member.id, { passwordHash })
  await (keepTokenDigest === null
    ? sessions.deleteByMember(member.id)
    : sessions.deleteOthers(member.id, keepTokenDigest))
  if (keepTokenDigest === null) await devices.deleteByMember(member.id)
  else {
    await devices.deleteOthers(member.id, keepTokenDigest)
    await devices.notePassword(member.id, keepTokenDigest, clock.now())
  }
  await memberTickets.deleteByMember(member.id)
  await providerAnswers.deleteByMember(member.id)
  await codes.deleteByMember(member.id, 'reset-password')
  await emailCodes.deleteByAddress(member)
  return { ...member, passwordHash }
}

interface Chosen {
  app: Pick<AppDefinition, 'name' | 'liveDomains'>
  mode: Mode
  /** Of the account, where it is known. */
  email?: string | undefined
}

/**
 * Refuses common passwords, and those made of nearby names (app, domain, email, product) with digits and signs. Only in live
 * mode: accounts of Test Mode protect nothing.
 * @throws ApiError `password-too-common`
 */
export async function requireUncommonPassword(chosen: Chosen, password: string): Promise<void> {
  if (await isTooCommon(chosen, password)) throw new ApiError('password-too-common')
}

/** The same without an error, for the reset page. */
export async function isTooCommon({ app, mode, email }: Chosen, password: string): Promise<boolean> {
  if (mode !== 'live') return false
  const plain = password.toLowerCase()
  return isMadeOf(namesNearby(app, email), lettersOf(plain)) || (await readCommon()).has(plain)
}

const OWN_NAMES = ['membership', 'memberstack', 'password', 'trusttag']
/** Shorter names are ignored: the digits and signs around them may be strong enough. */
const NAME_MIN_CHARS = 3

function namesNearby({ name, liveDomains }: Chosen['app'], email: string | undefined): ReadonlySet<string> {
  const ofAddress = email === undefined ? [] : [email, ...email.toLowerCase().split('@')]
  const ofDomains = [...liveDomains, ...ofAddress.slice(-1)].flatMap((domain) => domain.split('.').concat(domain))
  const names = [...OWN_NAMES, name, ...ofAddress, ...ofDomains].map((one) => lettersOf(one.toLowerCase()))
  return new Set(names.filter((one) => one.length >= NAME_MIN_CHARS))
}

/** Whether a text is a sequence of these names, such as `demodemo`. */
function isMadeOf(names: ReadonlySet<string>, text: string): boolean {
  const reached = new Set([0])
  for (let end = 1; end <= text.length; end += 1)
    for (const name of names) if (reached.has(end - name.length) && text.endsWith(name, end)) reached.add(end)
  return text !== '' && reached.has(text.length)
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '')

let common: Promise<ReadonlySet<string>> | undefined

/** About 50,000 passwords, read on first use to keep the start fast. */
const readCommon = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])))
