import { people } from './access-people'
import type { Scope } from './access-people'
import type { Canary } from './canaries'
import type { TriedRequest } from './request-arbitraries'
import type { TriedCaller } from './request-callers'
import type { RowChange } from './watched-database'

/** Never in a response: hashes, passwords, and what only the site owner writes. */
const NEVER_TOLD: ReadonlySet<string> = new Set([
  'password',
  'hash',
  'token',
  'key',
  'internal-note',
  'provider-subject',
  'webhook-secret',
])
/** Whether not even the owner of the value may see it. */
export const isForNobody = (field: string): boolean => NEVER_TOLD.has(field)

/** The site owner reads these with a secret key. */
const FOR_ADMINS: ReadonlySet<string> = new Set(['internal-note', 'provider-subject'])

/** Values that prove that a request is the member's own. */
const PROOFS: ReadonlySet<string> = new Set(['password', 'ticket', 'answer', 'signature'])
/** Six-digit codes have no mark; with the email address they are a proof. */
const TAKES_CODES: ReadonlySet<string> = new Set(['passwordlessLogin', 'passwordlessSignup', 'resetPassword'])

export interface Told {
  request: TriedRequest
  caller: TriedCaller
  /** Values in the request itself. */
  said: readonly Canary[]
  /** Values that were published before. */
  released: ReadonlySet<Canary>
}

/** Whether a response may contain a private value. */
export function mayTell(canary: Canary, { request, caller, said, released }: Told): boolean {
  const { owner, field } = canary
  if (said.includes(canary) || released.has(canary)) return true
  const scope = caller.scope
  const withHashes = request.name === 'exportMembers' && request.wire.path.includes('passwordHashes=true')
  if (caller.isAdmin && scope) return mayTellAdmin(canary, scope, withHashes)
  if (isForNobody(field)) return false
  if (owner === caller.person) return true
  // Team owners see their members, and an invitation names the inviter.
  if ((request.name === 'getTeam' || request.name === 'getInvitation') && field === 'email') return true
  return provedBy(request, said).has(owner)
}

/** The owner that the proofs in a request belong to. */
export function provedBy({ name }: TriedRequest, said: readonly Canary[]): ReadonlySet<string> {
  const proofs = said.filter(({ field }) => PROOFS.has(field) || (field === 'email' && TAKES_CODES.has(name)))
  return new Set(proofs.map(({ owner }) => owner))
}

/** App and mode by owner. */
const scopes: Readonly<Record<string, Scope>> = { ...people, newcomer: people.ada, hooks: people.ada }

/** A secret key opens values of its own app and mode, but no secrets. */
export function mayTellAdmin({ owner, field }: Canary, { appId, mode }: Scope, withHashes = false): boolean {
  const home = scopes[owner]
  if (home?.appId !== appId || home.mode !== mode) return false
  if (field === 'hash') return withHashes
  return !isForNobody(field) || FOR_ADMINS.has(field)
}

/** Tables and columns that a refused request may change, with reasons. */
const counters: readonly { table: string; columns: readonly string[]; why: string }[] = [
  { table: 'secret_keys', columns: ['last_used_at'], why: 'when a key was used, whatever the result' },
  { table: 'codes', columns: ['tries_left'], why: 'a wrong code is a try' },
  { table: 'email_codes', columns: ['tries_left'], why: 'a wrong code is a try' },
]

export function mayChangeWhenRefused({ table, before, after }: RowChange): boolean {
  const changed = Object.keys({ ...before, ...after }).filter((column) => before?.[column] !== after?.[column])
  return counters.some((counter) => counter.table === table && changed.every((one) => counter.columns.includes(one)))
}

/** Tables in which an endpoint changes rows of other members. */
const ofOthers: Readonly<Record<string, readonly string[]>> = {
  sendResetPasswordEmail: ['codes'],
  // Published clients send the code without an email address: from the requesting IP address it is a proof.
  resetPassword: [
    'codes',
    'members',
    'sessions',
    'email_codes',
    'member_tickets',
    'provider_connections',
    'provider_answers',
    'passkeys',
    'recovery_codes',
    'totp_secrets',
    'pending_emails',
    'devices',
  ],
  createThread: ['unsubscribe_links'],
  deleteMember: ['team_members', 'comments', 'comment_votes', 'comment_subscriptions'],
  removeMemberFromTeam: ['team_members'],
  deletePost: ['comments', 'comment_votes', 'comment_subscriptions'],
  deleteThread: ['comment_votes'],
  getPublicProfile: ['tag_profiles'],
}

export const mayChangeOfOthers = (name: string, { table }: RowChange): boolean =>
  ofOthers[name]?.includes(table) ?? false
