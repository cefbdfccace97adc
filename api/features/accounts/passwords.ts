import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../../domain/app-definition'
import type { Mode } from '../../lib/ids'
import type { RequestFor } from '../../ports/handler'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { lockCaller } from '../members/context'
import { readMemberPlans } from '../plans/connections'
import { toMember } from '../plans/serializers'

/**
 * A first password for a member who has none. Sessions stay: no password of theirs can have been known to anybody.
 *
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
 * Gives a member another password. Codes that could set or replace it end, every ticket for a login, every provider answer
 * that was not fetched yet, and every session and known device but the caller's own.
 *
 * @param keepTokenDigest the caller's session; null: it is not the member who asks, and none is kept
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
 * Refuses what a guesser tries first: a password of the list of common ones (in any case), and one that is nothing but
 * names around it (the app's, its domain's, those in the email, our own) with digits and signs between them. Live mode alone:
 * accounts of Test Mode guard nothing, and whoever tries a form types the same word each time.
 *
 * @throws ApiError `password-too-common`
 */
export async function requireUncommonPassword(chosen: Chosen, password: string): Promise<void> {
  if (await isTooCommon(chosen, password)) throw new ApiError('password-too-common')
}

/** The same as an answer, for a page that says so beside its field. */
export async function isTooCommon({ app, mode, email }: Chosen, password: string): Promise<boolean> {
  if (mode !== 'live') return false
  const plain = password.toLowerCase()
  return isMadeOf(namesNearby(app, email), lettersOf(plain)) || (await readCommon()).has(plain)
}

/** What our own kind of software is called. */
const OWN_NAMES = ['membership', 'memberstack', 'password', 'trusttag']
/** A shorter name says little: digits and signs around it may be the whole password. */
const NAME_MIN_CHARS = 3

function namesNearby({ name, liveDomains }: Chosen['app'], email: string | undefined): ReadonlySet<string> {
  const ofAddress = email === undefined ? [] : [email, ...email.toLowerCase().split('@')]
  const ofDomains = [...liveDomains, ...ofAddress.slice(-1)].flatMap((domain) => domain.split('.').concat(domain))
  const names = [...OWN_NAMES, name, ...ofAddress, ...ofDomains].map((one) => lettersOf(one.toLowerCase()))
  return new Set(names.filter((one) => one.length >= NAME_MIN_CHARS))
}

/** Whether a text is one of these names, or several in a row, such as `demodemo`. One pass: names may overlap. */
function isMadeOf(names: ReadonlySet<string>, text: string): boolean {
  const reached = new Set([0])
  for (let end = 1; end <= text.length; end += 1)
    for (const name of names) if (reached.has(end - name.length) && text.endsWith(name, end)) reached.add(end)
  return text !== '' && reached.has(text.length)
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '')

let common: Promise<ReadonlySet<string>> | undefined

/** Some fifty thousand passwords; read when the first is chosen, because a start should not wait for them. */
const readCommon = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])))
