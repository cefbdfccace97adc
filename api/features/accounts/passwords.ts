import { domainToUnicode } from 'node:url'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import type { Mode } from '../../lib/ids'
import type { Services } from '../../http/services'
import type { Tx } from '../../database/db'
import { normalizePassword } from '../../lib/text'
import { updateMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { deleteOtherSessions, deleteSessionsOfMember } from '../members/repository-sessions'
import {
  deleteDevicesOfMember,
  deleteMemberTickets,
  deleteOtherDevices,
  deletePendingEmail,
  deleteProviderResults,
  recordPasswordSet,
} from './repository-sign-in'
import { deleteCodesOfMember, deleteEmailCodes } from './repository'

/**
 * Also revokes codes, tickets, unfetched provider results, a new email that waits, and all sessions and devices except the caller's.
 * @param keepTokenDigest the caller's session; null keeps none
 */
export async function changePassword(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  member: MemberRow,
  { passwordHash, keepTokenDigest }: { passwordHash: string; keepTokenDigest: string | null },
): Promise<MemberRow> {
  await updateMemberById(tx, member.id, { passwordHash })
  await (keepTokenDigest === null
    ? deleteSessionsOfMember(tx, member.id)
    : deleteOtherSessions(tx, member.id, keepTokenDigest))
  if (keepTokenDigest === null) await deleteDevicesOfMember(tx, member.id)
  else {
    await deleteOtherDevices(tx, member.id, keepTokenDigest)
    await recordPasswordSet(tx, member.id, keepTokenDigest, clock.now())
  }
  await deleteMemberTickets(tx, member.id)
  await deleteProviderResults(tx, member.id)
  await deletePendingEmail(tx, member.id)
  await deleteCodesOfMember(tx, member.id, 'reset-password')
  await deleteEmailCodes(tx, member)
  return { ...member, passwordHash }
}

interface Chosen {
  app: Pick<AppDefinition, 'name' | 'liveDomains'>
  mode: Mode
  email?: string | undefined
}

type Leaks = Pick<Services, 'breachedPasswords'>

/** @throws ApiError `password-too-common`, `password-breached` */
export async function requireGoodPassword(services: Leaks, chosen: Chosen, password: string): Promise<void> {
  const fault = await faultOfPassword(services, chosen, password)
  if (fault) throw new ApiError(fault)
}

/**
 * Refuses common passwords, names (app, domain, email, product) with digits and signs, and leaked passwords. Live mode only: test accounts
 * protect nothing.
 */
export async function faultOfPassword(
  services: Leaks,
  { app, mode, email }: Chosen,
  password: string,
): Promise<'password-too-common' | 'password-breached' | null> {
  if (mode !== 'live') return null
  const plain = normalizePassword(password).toLowerCase()
  if (isMadeOf(namesNearby(app, email), lettersOf(plain)) || (await readCommon()).has(plain))
    return 'password-too-common'
  return (await isBreached(services, mode, password)) ? 'password-breached' : null
}

/** Live mode only. */
export const isBreached = async ({ breachedPasswords }: Leaks, mode: Mode, password: string): Promise<boolean> =>
  mode === 'live' && breachedPasswords !== null && breachedPasswords.has(normalizePassword(password))

const OWN_NAMES = ['membership', 'memberstack', 'password', 'trusttag']
/** Shorter names are ignored: the digits and signs around them may be strong enough. */
const NAME_MIN_CHARS = 3

function namesNearby({ name, liveDomains }: Chosen['app'], email: string | undefined): ReadonlySet<string> {
  const ofEmail = email === undefined ? [] : [email, ...email.toLowerCase().split('@')]
  const domains = [...liveDomains, ...ofEmail.slice(-1)]
  // People type what they read, not the `xn--` form.
  const ofDomains = [...domains, ...domains.map(domainToUnicode)].flatMap((one) => one.split('.').concat(one))
  const names = [...OWN_NAMES, name, ...ofEmail, ...ofDomains].map((one) =>
    lettersOf(one.normalize('NFC').toLowerCase()),
  )
  return new Set(names.filter((one) => one.length >= NAME_MIN_CHARS))
}

/** Such as `demodemo`. */
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
