import { callsAt } from './access-people'
import type { Person, PersonName } from './access-people'
import type { AccessWorld } from './access-world'
import type { CallOptions } from './start-api'

/** Who may ask the client API for what is the member's. */
export const callerNames = ['visitor', 'member', 'otherMember', 'teamOwner', 'otherApp', 'expired', 'adminKey'] as const
export type CallerName = (typeof callerNames)[number]

export interface Caller {
  /** Whose session is open; null: nobody's. */
  person: PersonName | null
  how: CallOptions
}

/** The seven callers of one app in Test Mode. Each of them sends what the member sends, with the pages' origin. */
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
    // An open session, at an app that did not give it.
    otherApp: { person: null, how: { ...anybody, token: who[foreigner].token } },
    expired: { person: null, how: { ...anybody, token: who[member].expiredToken } },
    // As a server would send it: with an Origin header it is refused before anybody looks whose it is.
    adminKey: { person: null, how: { app: appId, key: appId === 'app_demo' ? keys.demo : keys.tag } },
  }
}
