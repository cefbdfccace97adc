import type { Repositories } from '../../ports/store'
import { memberHappenings } from './member-happenings'
import { readMemberState, readTeamState } from './states'
import type { MemberState, TeamState } from './states'
import { teamHappenings } from './team-happenings'
import type { EventServices } from './with-webhook-events'
import { writeMessages } from './write-messages'

export interface ChangeWatch {
  /** The same, and whoever writes with them is watched. */
  repositories: Repositories
  /** To be called when the work is done and before it is committed. @returns whether something is to be sent */
  write(): Promise<boolean>
}

type Noted<State> = Map<string, Promise<State>>

/**
 * Notes how members and teams stood before a transaction first touches them, and writes a message for each thing that is
 * different in the end. Where nobody is told of anything that costs one look.
 */
export function watchChanges(repositories: Repositories, services: EventServices): ChangeWatch {
  const members: Noted<MemberState> = new Map()
  const teams: Noted<TeamState> = new Map()
  let isWatching: Promise<boolean> | undefined
  let isWaiting = false

  const note = async <State>(noted: Noted<State>, id: string, read: (id: string) => Promise<State>): Promise<void> => {
    isWatching ??= repositories.webhooks.hasEndpoints()
    if (!(await isWatching)) return
    if (!noted.has(id)) noted.set(id, read(id))
    await noted.get(id)
  }
  const touch: Touch = {
    member: (id) => note(members, id, (one) => readMemberState(repositories, one)),
    team: (id) => note(teams, id, (one) => readTeamState(repositories, one)),
    isWatching: () => (isWatching ??= repositories.webhooks.hasEndpoints()),
    delivery: () => void (isWaiting = true),
  }
  return {
    repositories: watched(repositories, touch),
    async write() {
      const ofMembers = await differences(members, (id) => readMemberState(repositories, id), memberHappenings)
      const ofTeams = await differences(teams, (id) => readTeamState(repositories, id), teamHappenings)
      // Who is gone is told last.
      const happened = [...ofMembers, ...ofTeams]
      const isLast = ({ event }: (typeof happened)[number]) => event === 'member.deleted'
      const inOrder = [...happened.filter((one) => !isLast(one)), ...happened.filter(isLast)]
      const isWritten = await writeMessages(repositories, services, inOrder)
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

interface Touch {
  member(id: string): Promise<void>
  team(id: string): Promise<void>
  isWatching(): Promise<boolean>
  /** Something was put in line to be sent. */
  delivery(): void
}

function watched(repositories: Repositories, touch: Touch): Repositories {
  const { webhooks } = repositories
  return {
    ...repositories,
    members: watchedMembers(repositories, touch),
    planConnections: watchedConnections(repositories, touch),
    teams: watchedTeams(repositories, touch),
    webhooks: {
      ...webhooks,
      async insertDelivery(delivery) {
        await webhooks.insertDelivery(delivery)
        touch.delivery()
      },
    },
  }
}

const watchedMembers = ({ members, teams }: Repositories, touch: Touch): Repositories['members'] => ({
  ...members,
  async insert(member) {
    await touch.member(member.id)
    await members.insert(member)
  },
  async update(id, changes) {
    await touch.member(id)
    await members.update(id, changes)
  },
  // Their plans, and their seats and teams, go with them.
  async delete(id) {
    if (await touch.isWatching()) {
      await touch.member(id)
      for (const { team } of await teams.listByMember(id)) await touch.team(team.id)
    }
    await members.delete(id)
  },
})

function watchedConnections({ planConnections, teams }: Repositories, touch: Touch): Repositories['planConnections'] {
  /** A team hangs on the connection of its owner: it goes with it, and shares the plan of it. */
  const touchConnection = async (id: string): Promise<void> => {
    if (!(await touch.isWatching())) return
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

// A new team has its owner alone: nobody joined it.
const watchedTeams = ({ teams }: Repositories, touch: Touch): Repositories['teams'] => ({
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
