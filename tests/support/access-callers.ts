import { callsAt } from './access-people'
import type { Person, PersonName } from './access-people'
import type { AccessWorld } from './access-world'
import type { CallOptions } from './start-api'

/** Callers of the client API. */
export const callerNames = ['visitor', 'member', 'otherMember', 'teamOwner', 'otherApp', 'expired', 'adminKey'] as const
export type CallerName = (typeof callerNames)[number]

export interface Caller {
  /** Whose session is used; null without one. */
  person: PersonName | null
  how: CallOptions
}

/** All seven send the member's request, with the origin of the pages. */
export function callersOf(
  { who, keys }: Pick<AccessWorld, 'who' | 'keys'>,
  appId: Person['appId'],
): Record<CallerName, Caller> {
  const [member, other, owner, foreigner] =
    appId === 'app_demo' ? (['ada', 'bob', 'olga', 'tess'] as const) : (['tess', 'tom', 'otto', 'ada'] as const)
  const anybody = callsAt({ appId, mode: 'test' })
  const as = (person: PersonName): Caller => ({ person, how: who[person].how })
  return {
    visitor: { person: null, how: anybody },
    member: as(member),
    otherMember: as(other),
    teamOwner: as(owner),
    // A valid session, sent to another app.
    otherApp: { person: null, how: { ...anybody, token: who[foreigner].token } },
    expired: { person: null, how: { ...anybody, token: who[member].expiredToken } },
    // Without an Origin header, because a secret key with one is refused at once.
    adminKey: { person: null, how: { app: appId, key: appId === 'app_demo' ? keys.demo : keys.tag } },
  }
}
