import { people } from './access-people'
import type { Scope } from './access-people'
import type { Canary } from './canaries'
import type { TriedRequest } from './request-arbitraries'
import type { TriedCaller } from './request-callers'
import type { RowChange } from './watched-database'

/** Private, and for nobody's eyes in an answer: digests and passwords, and what only the owner of a site writes. */
const NEVER_TOLD: ReadonlySet<string> = new Set([
  'password',
  'hash',
  'token',
  'key',
  'internal-note',
  'provider-subject',
  'webhook-secret',
])
/** Whether nobody is told, whose it is included. */
export const isForNobody = (field: string): boolean => NEVER_TOLD.has(field)

/** The owner of a site reads these by their key. */
const FOR_ADMINS: ReadonlySet<string> = new Set(['internal-note', 'provider-subject'])

/** What proves that a request is the member's own, whoever sends it. */
const PROOFS: ReadonlySet<string> = new Set(['password', 'ticket', 'answer'])
/** Six digits of a mail are no mark; sent with the address they are a proof. */
const TAKES_CODES: ReadonlySet<string> = new Set(['passwordlessLogin', 'passwordlessSignup', 'resetPassword'])

export interface Told {
  request: TriedRequest
  caller: TriedCaller
  /** What this request says itself. */
  said: readonly Canary[]
  /** What was said aloud before, or made public. */
  released: ReadonlySet<Canary>
}

/** Whether an answer may contain what is private. */
export function mayTell(canary: Canary, { request, caller, said, released }: Told): boolean {
  const { owner, field } = canary
  if (said.includes(canary) || released.has(canary)) return true
  const scope = caller.scope
  const withHashes = request.name === 'exportMembers' && request.wire.path.includes('passwordHashes=true')
  if (caller.isAdmin && scope) return mayTellAdmin(canary, scope, withHashes)
  if (isForNobody(field)) return false
  if (owner === caller.person) return true
  // Who owns a team sees who is in it.
  if (request.name === 'getTeam' && field === 'email') return true
  return provedBy(request, said).has(owner)
}

/** Whose a request is by what it says, whoever sends it. */
export function provedBy({ name }: TriedRequest, said: readonly Canary[]): ReadonlySet<string> {
  const proofs = said.filter(({ field }) => PROOFS.has(field) || (field === 'email' && TAKES_CODES.has(name)))
  return new Set(proofs.map(({ owner }) => owner))
}

/** Where everybody's things are. */
const scopes: Readonly<Record<string, Scope>> = { ...people, newcomer: people.ada, hooks: people.ada }

/** Whether a secret key opens what is private: that of its own app and mode, but no secrets. */
export function mayTellAdmin({ owner, field }: Canary, { appId, mode }: Scope, withHashes = false): boolean {
  const home = scopes[owner]
  if (home?.appId !== appId || home.mode !== mode) return false
  if (field === 'hash') return withHashes
  return !isForNobody(field) || FOR_ADMINS.has(field)
}

/** What a refused request changes all the same: table, the columns, and why. */
const counters: readonly { table: string; columns: readonly string[]; why: string }[] = [
  { table: 'secret_keys', columns: ['last_used_at'], why: 'when a key was used, whatever came of it' },
  { table: 'codes', columns: ['tries_left'], why: 'a wrong code is a try' },
  { table: 'email_codes', columns: ['tries_left'], why: 'a wrong code is a try' },
]

export function mayChangeWhenRefused({ table, before, after }: RowChange): boolean {
  const changed = Object.keys({ ...before, ...after }).filter((column) => before?.[column] !== after?.[column])
  return counters.some((counter) => counter.table === table && changed.every((one) => counter.columns.includes(one)))
}

/** In which tables an endpoint changes rows of members who are not the caller. */
const ofOthers: Readonly<Record<string, readonly string[]>> = {
  sendResetPasswordEmail: ['codes'],
  // A published client sends the digits without an address: where they were asked for they are a proof by themselves.
  resetPassword: [
    'codes',
    'members',
    'sessions',
    'email_codes',
    'member_tickets',
    'provider_connections',
    'provider_answers',
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
