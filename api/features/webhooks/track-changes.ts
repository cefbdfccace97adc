import type { Services } from '../../ports/services'
import type { Repositories, Store } from '../../ports/store'
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
  const transaction: Store['transaction'] = async (work, line) => {
    let isWaiting = false
    const result = await store.transaction(async (repositories) => {
      const tracker = trackChanges(repositories, services)
      const worked = await work(tracker.repositories)
      isWaiting = await tracker.finish()
      return worked
    }, line)
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

interface ChangeTracker {
  /** The repositories; writes through these are tracked. */
  repositories: Repositories
  /** Writes the messages; call it before the commit. @returns whether a delivery was queued */
  finish(): Promise<boolean>
}

type Snapshots<State> = Map<string, Promise<State>>

/**
 * Takes a snapshot of members and teams before a transaction first touches them, and writes a message for each difference at
 * the end. Without an enabled endpoint that costs one query.
 */
function trackChanges(repositories: Repositories, services: EventServices): ChangeTracker {
  const members: Snapshots<MemberState> = new Map()
  const teams: Snapshots<TeamState> = new Map()
  let isEnabled: Promise<boolean> | undefined
  let isQueued = false

  const keep = async <State>(
    snapshots: Snapshots<State>,
    id: string,
    read: (id: string) => Promise<State>,
  ): Promise<void> => {
    isEnabled ??= repositories.webhooks.hasEndpoints()
    if (!(await isEnabled)) return
    if (!snapshots.has(id)) snapshots.set(id, read(id))
    await snapshots.get(id)
  }
  const touch: Touch = {
    member: (id) => keep(members, id, (one) => readMemberState(repositories, one)),
    team: (id) => keep(teams, id, (one) => readTeamState(repositories, one)),
    isEnabled: () => (isEnabled ??= repositories.webhooks.hasEndpoints()),
    delivery: () => void (isQueued = true),
  }
  return {
    repositories: tracked(repositories, touch),
    async finish() {
      const ofMembers = await differences(members, (id) => readMemberState(repositories, id), diffMember)
      const ofTeams = await differences(teams, (id) => readTeamState(repositories, id), diffTeam)
      // Deletions are sent last.
      const all = [...ofMembers, ...ofTeams]
      const isLast = ({ event }: ChangeEvent) => event === 'member.deleted'
      const inOrder = [...all.filter((one) => !isLast(one)), ...all.filter(isLast)]
      const isWritten = await writeMessages(repositories, services, inOrder)
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

interface Touch {
  member(id: string): Promise<void>
  team(id: string): Promise<void>
  isEnabled(): Promise<boolean>
  delivery(): void
}

function tracked(repositories: Repositories, touch: Touch): Repositories {
  const { webhooks } = repositories
  return {
    ...repositories,
    members: trackedMembers(repositories, touch),
    planConnections: trackedConnections(repositories, touch),
    teams: trackedTeams(repositories, touch),
    webhooks: {
      ...webhooks,
      async insertDelivery(delivery) {
        await webhooks.insertDelivery(delivery)
        touch.delivery()
      },
    },
  }
}

const trackedMembers = ({ members, teams }: Repositories, touch: Touch): Repositories['members'] => ({
  ...members,
  async insert(member) {
    await touch.member(member.id)
    await members.insert(member)
  },
  async update(id, changes) {
    await touch.member(id)
    await members.update(id, changes)
  },
  // Their plans, seats and teams are deleted with them.
  async delete(id) {
    if (await touch.isEnabled()) {
      await touch.member(id)
      for (const { team } of await teams.listByMember(id)) await touch.team(team.id)
    }
    await members.delete(id)
  },
})

function trackedConnections({ planConnections, teams }: Repositories, touch: Touch): Repositories['planConnections'] {
  /** A team depends on the connection of its owner: it has the same plan, and is deleted with it. */
  const touchConnection = async (id: string): Promise<void> => {
    if (!(await touch.isEnabled())) return
    const [connection, team] = [await planConnections.find(id), await teams.findByConnection(id)]
    if (connection) await touch.member(connection.memberId)
    if (team) await touch.team(team.id)
  }
  return {
    ...planConnections,
    async insert(connection) {
      await touch.member(connection.memberId)
      await planConnections.insert(connection)
    },
    async replace(connection) {
      await touchConnection(connection.id)
      await planConnections.replace(connection)
    },
    async delete(id) {
      await touchConnection(id)
      await planConnections.delete(id)
    },
  }
}

// A new team has only its owner: nobody joined it.
const trackedTeams = ({ teams }: Repositories, touch: Touch): Repositories['teams'] => ({
  ...teams,
  async addMember(member) {
    await touch.team(member.teamId)
    await teams.addMember(member)
  },
  async removeMember(teamId, memberId) {
    await touch.team(teamId)
    return teams.removeMember(teamId, memberId)
  },
  async delete(id) {
    await touch.team(id)
    await teams.delete(id)
  },
})
