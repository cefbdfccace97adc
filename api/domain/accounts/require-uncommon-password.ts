import { ApiError } from '../api-error'
import type { AppDefinition } from '../app-definition'
import type { Mode } from '../mode'

interface Chosen {
  app: Pick<AppDefinition, 'name' | 'liveDomains'>
  mode: Mode
  /** Of the account, where it is known. */
  email?: string | undefined
}

/**
 * Refuses what a guesser tries first: a password of the list of common ones (in any case), and one that is nothing but a name that
 * stands beside it (the app's, its domain's, the address's, our own) with digits and signs around it. Live mode alone:
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
  return namesNearby(app, email).has(lettersOf(plain)) || (await readCommon()).has(plain)
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

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '')

let common: Promise<ReadonlySet<string>> | undefined

/** Some fifty thousand passwords; read when the first is chosen, because a start should not wait for them. */
const readCommon = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])))
