import type { ChangeTracker, Database, Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { findMemberById } from '../members/repository'
import { findPlanConnection, findTeamByConnection, listTeamsOfMember } from '../plans/repository'
import { aboutEvent, diffMember, diffTeam, readMemberState, readTeamState, writeMessages } from './messages'
import type { ChangeEvent, MemberState, TeamState } from './messages'
import { hasEnabledEndpoints } from './repository'

export interface EventServices extends Pick<Services, 'secrets' | 'clock'> {
  /** Called after the commit of a transaction that queued a delivery. */
  webhooksWaiting(): void
}

/** Changes of members, plans and teams write messages in their transaction: one is sent exactly if it is committed. */
export function withWebhookEvents(store: Database, services: EventServices): Database {
  return {
    ...store,
    async transaction(work, queue) {
      let isWaiting = false
      const result = await store.transaction(async (tx) => {
        const { changes, finish } = trackChanges(tx, services)
        const done = await work({ ...tx, changes })
        isWaiting = await finish()
        return done
      }, queue)
      if (isWaiting) services.webhooksWaiting()
      return result
    },
  }
}

interface TrackedTransaction {
  changes: ChangeTracker
  /** Writes the messages; call it before the commit. @returns whether a delivery was queued */
  finish: () => Promise<boolean>
}

type Snapshots<State> = Map<string, Promise<State>>

/**
 * Takes a snapshot of members and teams before a transaction first touches them, and writes a message per difference at
 * the end. Without an enabled endpoint, this costs one query.
 */
function trackChanges(tx: Tx, services: EventServices): TrackedTransaction {
  const members: Snapshots<MemberState> = new Map()
  const teams: Snapshots<TeamState> = new Map()
  const events: ChangeEvent[] = []
  let isEnabled: Promise<boolean> | undefined
  let isQueued = false
  const hasEndpoints = (): Promise<boolean> => (isEnabled ??= hasEnabledEndpoints(tx))

  const keep = async <State>(
    snapshots: Snapshots<State>,
    id: string,
    read: (tx: Tx, id: string) => Promise<State>,
  ): Promise<void> => {
    if (!(await hasEndpoints())) return
    if (!snapshots.has(id)) snapshots.set(id, read(tx, id))
    await snapshots.get(id)
  }
  const changes: ChangeTracker = {
    touchMember: (id) => keep(members, id, readMemberState),
    touchTeam: (id) => keep(teams, id, readTeamState),
    async touchMemberAndTeams(id) {
      if (!(await hasEndpoints())) return
      await changes.touchMember(id)
      for (const { team } of await listTeamsOfMember(tx, id)) await changes.touchTeam(team.id)
    },
    // A team depends on its owner's connection: it has the same plan, and is deleted with it.
    async touchConnection(id) {
      if (!(await hasEndpoints())) return
      const [connection, team] = [await findPlanConnection(tx, id), await findTeamByConnection(tx, id)]
      if (connection) await changes.touchMember(connection.memberId)
      if (team) await changes.touchTeam(team.id)
    },
    async memberEvent(id, event, detail = {}) {
      const row = (await hasEndpoints()) ? await findMemberById(tx, id) : null
      if (row) events.push(aboutEvent(event, row, detail))
    },
    deliveryQueued: () => void (isQueued = true),
  }
  return {
    changes,
    async finish() {
      const ofMembers = await differences(members, (id) => readMemberState(tx, id), diffMember)
      const ofTeams = await differences(teams, (id) => readTeamState(tx, id), diffTeam)
      // Deletions are sent last.
      const all = [...ofMembers, ...events, ...ofTeams]
      const isLast = ({ event }: ChangeEvent) => event === 'member.deleted'
      const inOrder = [...all.filter((one) => !isLast(one)), ...all.filter(isLast)]
      const isWritten = await writeMessages(tx, services, inOrder)
      return isQueued || isWritten
    },
  }
}

async function differences<State>(
  snapshots: Snapshots<State>,
  read: (id: string) => Promise<State>,
  compare: (before: State, after: State) => ChangeEvent[],
): Promise<ChangeEvent[]> {
  const found: ChangeEvent[] = []
  for (const [id, before] of snapshots) found.push(...compare(await before, await read(id)))
  return found
}
