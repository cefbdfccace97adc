import type { AppDefinition, PlanDefinition } from '../../../../api/features/apps/definition'
import { ensureTeam } from '../../../../api/features/plans/join'
import type { RequestContext } from '../../../../api/features/members/context'
import { openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'
import type { PlanConnectionRow } from '../../../../api/features/plans/repository'

export const password = 'correct horse'

export interface Person {
  id: string
  context: Partial<RequestContext>
}

export interface TestTeam {
  services: TestServices
  owner: Person
  teamId: string
  inviteToken: string
  person: (name: string) => Promise<Person>
  teammate: (name: string) => Promise<Person>
  /** What the owner's plan has come to. */
  setStatus: (status: PlanConnectionRow['status']) => Promise<void>
  count: () => Promise<number>
}

/** The real services with a member who holds pln_team: five seats, one of them the owner's. */
export async function openTeam(changes: Partial<AppDefinition> = {}): Promise<TestTeam> {
  const services = await openTestServices(changes)
  const { store } = services
  const person = (name: string) => signUp(services, name)
  const owner = await person('owner')
  const connection = await holdTeamPlan(services, owner.id)
  const team = (await store.teams.findByConnection(connection.id))!
  return {
    services,
    owner,
    teamId: team.id,
    inviteToken: team.inviteToken,
    person,
    teammate: async (name) => {
      const joining = await person(name)
      await services.call('joinTeam', { inviteToken: team.inviteToken }, joining.context)
      return joining
    },
    setStatus: (status) => store.planConnections.replace({ ...connection, status }),
    count: () => store.teams.countMembers(team.id),
  }
}

/** Gives a member pln_team and makes its team, as a purchase does. */
export async function holdTeamPlan(
  services: Pick<TestServices, 'store' | 'clock' | 'secrets' | 'app'>,
  memberId: string,
): Promise<PlanConnectionRow> {
  const connection: PlanConnectionRow = {
    id: `con_${memberId}`,
    memberId,
    planId: 'pln_team',
    priceId: 'prc_team-monthly',
    status: 'ACTIVE',
    createdAt: services.clock.now(),
    purchase: null,
  }
  await services.store.planConnections.insert(connection)
  await services.store.transaction((repositories) => ensureTeam(repositories, services, services.app, connection))
  return connection
}

export async function signUp(services: TestServices, name: string, how: Partial<RequestContext> = {}): Promise<Person> {
  // Each from an address of their own, so that they do not share the limit of sign-ups.
  const { data } = await services.call(
    'signup',
    { email: `${name}@example.com`, password },
    { ipAddress: name, ...how },
  )
  return { id: data.member.id, context: { ...(await services.as(data.tokens.accessToken)), ipAddress: name, ...how } }
}

/** Changes a plan of the app, as its owner may at any time. */
export function changePlan({ app }: TestServices, planId: string, changes: Partial<PlanDefinition>): void {
  app.plans = app.plans.map((plan) => Object.assign({}, plan, plan.id === planId ? changes : {}))
}
