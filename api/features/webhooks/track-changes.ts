import type { ChangeTracker } from '../../database/db'
import type { Services } from '../../ports/services'
import type { Store, StoreTx } from '../../ports/store'
import { diffMember, diffTeam, readMemberState, readTeamState } from './change-events'
import type { ChangeEvent, MemberState, TeamState } from './change-events'
import { writeMessages } from './messages'

export interface EventServices extends Pick<Services, 'secrets' | 'clock'> {
  /** Called after the commit of a transaction that queued a delivery. */
  webhooksWaiting(): void
}

/**
 * The store whose transactions write a webhook message for each change of members, plans and teams, so that an event is
 * sent exactly if its change was committed. Imports use repository methods that are not tracked.
 */
export function withWebhookEvents(store: Store, services: EventServices): Store {
  const transaction: Store['transaction'] = async (work, queue) => {
    let isWaiting = false
    const result = await store.transaction(async (tx) => {
      const tracker = trackChanges(tx, services)
      const worked = await work(tracker.tx)
      isWaiting = await tracker.finish()
      return worked
    }, queue)
    if (isWaiting) services.webhooksWaiting()
    return result
  }
  return { ...store, ...trackedWrites(store, transaction), transaction }
}

/** Writes outside a transaction get their own, so that they are tracked too. */
function trackedWrites(
  store: Store,
  transaction: Store['transaction'],
): Pick<Store, 'members' | 'planConnections' | 'teams'> {
  return {
    members: {
      ...store.members,
      insert: (member) => transaction(({ members }) => members.insert(member), 'members'),
      update: (id, changes) => transaction(({ members }) => members.update(id, changes)),
      delete: (id) => transaction(({ members }) => members.delete(id)),
    },
    planConnections: {
      ...store.planConnections,
      insert: (connection) => transaction(({ planConnections }) => planConnections.insert(connection)),
      replace: (connection) => transaction(({ planConnections }) => planConnections.replace(connection)),
      delete: (id) => transaction(({ planConnections }) => planConnections.delete(id)),
    },
    teams: {
      ...store.teams,
      addMember: (member) => transaction(({ teams }) => teams.addMember(member)),
      removeMember: (teamId, memberId) => transaction(({ teams }) => teams.removeMember(teamId, memberId)),
      delete: (id) => transaction(({ teams }) => teams.delete(id)),
    },
  }
}

interface TrackedTransaction {
  /** The transaction; writes with it are tracked. */
  tx: StoreTx
  /** Writes the messages; call it before the commit. @returns whether a delivery was queued */
  finish(): Promise<boolean>
}

type Snapshots<State> = Map<string, Promise<State>>

/**
 * Takes a snapshot of members and teams before a transaction first touches them, and writes a message for each difference at
 * the end. Without an enabled endpoint that costs one query.
 */
function trackChanges(tx: StoreTx, services: EventServices): TrackedTransaction {
  const members: Snapshots<MemberState> = new Map()
  const teams: Snapshots<TeamState> = new Map()
  let isEnabled: Promise<boolean> | undefined
  let isQueued = false
  const hasEndpoints = (): Promise<boolean> => (isEnabled ??= tx.webhooks.hasEndpoints())

  const keep = async <State>(
    snapshots: Snapshots<State>,
    id: string,
    read: (id: string) => Promise<State>,
  ): Promise<void> => {
    if (!(await hasEndpoints())) return
    if (!snapshots.has(id)) snapshots.set(id, read(id))
    await snapshots.get(id)
  }
  const changes: ChangeTracker = {
    touchMember: (id) => keep(members, id, (one) => readMemberState(tx, one)),
    touchTeam: (id) => keep(teams, id, (one) => readTeamState(tx, one)),
    async touchMemberAndTeams(id) {
      if (!(await hasEndpoints())) return
      await changes.touchMember(id)
      for (const { team } of await tx.teams.listByMember(id)) await changes.touchTeam(team.id)
    },
    // A team depends on the connection of its owner: it has the same plan, and is deleted with it.
    async touchConnection(id) {
      if (!(await hasEndpoints())) return
      const [connection, team] = [await tx.planConnections.find(id), await tx.teams.findByConnection(id)]
      if (connection) await changes.touchMember(connection.memberId)
      if (team) await changes.touchTeam(team.id)
    },
    deliveryQueued: () => void (isQueued = true),
  }
  return {
    tx: { ...tracked(tx, changes), changes },
    async finish() {
      const ofMembers = await differences(members, (id) => readMemberState(tx, id), diffMember)
      const ofTeams = await differences(teams, (id) => readTeamState(tx, id), diffTeam)
      // Deletions are sent last.
      const all = [...ofMembers, ...ofTeams]
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

/** For the repositories that do not call the tracker themselves yet. */
function tracked(tx: StoreTx, changes: ChangeTracker): StoreTx {
  const { webhooks } = tx
  return {
    ...tx,
    members: trackedMembers(tx, changes),
    planConnections: trackedConnections(tx, changes),
    teams: trackedTeams(tx, changes),
    webhooks: {
      ...webhooks,
      async insertDelivery(delivery) {
        await webhooks.insertDelivery(delivery)
        changes.deliveryQueued()
      },
    },
  }
}

const trackedMembers = ({ members }: StoreTx, changes: ChangeTracker): StoreTx['members'] => ({
  ...members,
  async insert(member) {
    await changes.touchMember(member.id)
    await members.insert(member)
  },
  async update(id, changed) {
    await changes.touchMember(id)
    await members.update(id, changed)
  },
  async delete(id) {
    await changes.touchMemberAndTeams(id)
    await members.delete(id)
  },
})

const trackedConnections = ({ planConnections }: StoreTx, changes: ChangeTracker): StoreTx['planConnections'] => ({
  ...planConnections,
  async insert(connection) {
    await changes.touchMember(connection.memberId)
    await planConnections.insert(connection)
  },
  async replace(connection) {
    await changes.touchConnection(connection.id)
    await planConnections.replace(connection)
  },
  async delete(id) {
    await changes.touchConnection(id)
    await planConnections.delete(id)
  },
})

// A new team has only its owner: nobody joined it.
const trackedTeams = ({ teams }: StoreTx, changes: ChangeTracker): StoreTx['teams'] => ({
  ...teams,
  async addMember(member) {
    await changes.touchTeam(member.teamId)
    await teams.addMember(member)
  },
  async removeMember(teamId, memberId) {
    await changes.touchTeam(teamId)
    return teams.removeMember(teamId, memberId)
  },
  async delete(id) {
    await changes.touchTeam(id)
    await teams.delete(id)
  },
})
