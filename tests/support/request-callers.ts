import { callsAt } from './access-people'
import type { PersonName, Scope } from './access-people'
import { callersOf } from './access-callers'
import type { AccessWorld } from './access-world'
import { callHeaders } from './start-api'
import type { CallOptions } from './start-api'

export interface TriedCaller {
  /** Owner of the session; null without an open one. */
  person: PersonName | null
  /** Where it may write; null for nowhere. */
  scope: Scope | null
  /** Has a valid secret key. */
  isAdmin: boolean
  /** In the audit log; default: the key's. */
  auditName?: string
  /** Relative frequency. */
  weight: number
  headers: Record<string, string>
}

export const adminCallerNames = [
  'key',
  'keyOfOtherApp',
  'keyOfOtherMode',
  'nobody',
  'publicKey',
  'sessionToken',
  'revokedKey',
  'keyFromPage',
] as const
export type AdminCallerName = (typeof adminCallerNames)[number]

export type TriedCallers = Readonly<Record<string, TriedCaller>>

type World = Pick<AccessWorld, 'who' | 'keys'>

/** Valid and invalid callers of the client API. */
export function clientCallers({ who, keys }: World, appId: Scope['appId']): TriedCallers {
  const test: Scope = { appId, mode: 'test' }
  const live: Scope = { appId, mode: 'live' }
  const liveKey = appId === 'app_demo' ? 'pk_demo' : 'pk_trusttag'
  const liveMember = appId === 'app_demo' ? 'lena' : 'lou'
  const caller = (scope: Scope | null, how: CallOptions, person: PersonName | null = null): TriedCaller => ({
    person,
    scope,
    isAdmin: false,
    weight: person ? 4 : 1,
    headers: callHeaders(how, false),
  })
  const seven = Object.entries(callersOf({ who, keys }, appId)).map(
    ([name, { person, how }]): [string, TriedCaller] => [name, caller(name === 'adminKey' ? null : test, how, person)],
  )
  return {
    ...Object.fromEntries(seven),
    liveMember: caller(live, who[liveMember].how, liveMember),
    liveMemberInTest: caller(test, { ...callsAt(test), token: who[liveMember].token }),
    memberInLive: caller(live, { key: liveKey, token: who.ada.token }),
    atNoApp: caller(null, { app: 'app_nobody', token: who.ada.token }),
    fromEvilPage: caller(null, { key: liveKey, origin: 'https://evil.example', token: who[liveMember].token }),
    fromOpaquePage: caller(null, { app: appId, origin: 'null', token: who.ada.token }),
    pageWithSecretKey: caller(null, { ...callsAt(test), key: keys.demo }),
  }
}

/** Valid and invalid callers of the admin API. */
export function adminCallers({ who, keys }: World): Record<AdminCallerName, TriedCaller> {
  const caller = (scope: Scope | null, headers: Record<string, string>): TriedCaller => ({
    person: null,
    scope,
    isAdmin: scope !== null,
    weight: scope ? 4 : 1,
    headers,
  })
  return {
    key: caller({ appId: 'app_demo', mode: 'test' }, { 'x-api-key': keys.demo }),
    keyOfOtherApp: caller({ appId: 'app_trusttag', mode: 'test' }, { 'x-api-key': keys.tag }),
    keyOfOtherMode: caller({ appId: 'app_demo', mode: 'live' }, { 'x-api-key': keys.live }),
    nobody: caller(null, {}),
    publicKey: caller(null, { 'x-api-key': 'pk_sb_demo' }),
    sessionToken: caller(null, { 'x-api-key': who.ada.token, authorization: `Bearer ${who.ada.token}` }),
    revokedKey: caller(null, { 'x-api-key': keys.revoked }),
    keyFromPage: caller(null, { 'x-api-key': keys.demo, origin: 'http://localhost:4002' }),
  }
}
