import type { ChangeTracker } from '../../database/db'
import type { StoreTx } from '../../ports/store'
import { memberHappenings } from './member-happenings'
import { readMemberState, readTeamState } from './states'
import type { MemberState, TeamState } from './states'
import { teamHappenings } from './team-happenings'
import type { EventServices } from './with-webhook-events'
import { writeMessages } from './write-messages'

export interface ChangeWatch {
  /** The same transaction; what is written with it is noted. */
  tx: StoreTx
  /** Called when the work is done and before it is committed. @returns whether something is to be sent */
  write(): Promise<boolean>
}

type Noted<State> = Map<string, Promise<State>>

/**
 * Notes how members and teams stood before a transaction first touches them, and writes a message for each thing that is
 * different in the end. Where nobody is told of anything that costs one look.
 */
export function watchChanges(tx: StoreTx, services: EventServices): ChangeWatch {
  const members: Noted<MemberState> = new Map()
  const teams: Noted<TeamState> = new Map()
  let isWatching: Promise<boolean> | undefined
  let isWaiting = false

  const hasEndpoints = (): Promise<boolean> => (isWatching ??= tx.webhooks.hasEndpoints())
  const note = async <State>(noted: Noted<State>, id: string, read: (id: string) => Promise<State>): Promise<void> => {
    if (!(await hasEndpoints())) return
    if (!noted.has(id)) noted.set(id, read(id))
    await noted.get(id)
  }
  const changes: ChangeTracker = {
    touchMember: (id) => note(members, id, (one) => readMemberState(tx, one)),
    touchTeam: (id) => note(teams, id, (one) => readTeamState(tx, one)),
    async touchMemberAndTeams(id) {
      if (!(await hasEndpoints())) return
      await changes.touchMember(id)
      for (const { team } of await tx.teams.listByMember(id)) await changes.touchTeam(team.id)
    },
    // A team hangs on the connection of its owner: it goes with it, and shares the plan of it.
    async touchConnection(id) {
      if (!(await hasEndpoints())) return
      const [connection, team] = [await tx.planConnections.find(id), await tx.teams.findByConnection(id)]
      if (connection) await changes.touchMember(connection.memberId)
      if (team) await changes.touchTeam(team.id)
    },
    deliveryQueued: () => void (isWaiting = true),
  }
  return {
    tx: { ...watched(tx, changes), changes },
    async write() {
      const ofMembers = await differences(members, (id) => readMemberState(tx, id), memberHappenings)
      const ofTeams = await differences(teams, (id) => readTeamState(tx, id), teamHappenings)
      // Who is gone is told last.
      const happened = [...ofMembers, ...ofTeams]
      const isLast = ({ event }: (typeof happened)[number]) => event === 'member.deleted'
      const inOrder = [...happened.filter((one) => !isLast(one)), ...happened.filter(isLast)]
      const isWritten = await writeMessages(tx, services, inOrder)
      return isWaiting || isWritten
    },
  }
}

async function differences<State, Happening>(
  noted: Noted<State>,
  read: (id: string) => Promise<State>,
  compare: (before: State, after: State) => Happening[],
): Promise<Happening[]> {
  const found: Happening[] = []
  for (const [id, before] of noted) found.push(...compare(await before, await read(id)))
  return found
}

/** For the repositories that do not call the tracker themselves yet. */
function watched(tx: StoreTx, changes: ChangeTracker): StoreTx {
  const { webhooks } = tx
  return {
    ...tx,
    members: watchedMembers(tx, changes),
    planConnections: watchedConnections(tx, changes),
    teams: watchedTeams(tx, changes),
    webhooks: {
      ...webhooks,
      async insertDelivery(delivery) {
        await webhooks.insertDelivery(delivery)
        changes.deliveryQueued()
      },
    },
  }
}

const watchedMembers = ({ members }: StoreTx, changes: ChangeTracker): StoreTx['members'] => ({
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

const watchedConnections = ({ planConnections }: StoreTx, changes: ChangeTracker): StoreTx['planConnections'] => ({
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

// A new team has its owner alone: nobody joined it.
const watchedTeams = ({ teams }: StoreTx, changes: ChangeTracker): StoreTx['teams'] => ({
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
