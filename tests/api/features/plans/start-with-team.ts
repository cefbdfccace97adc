import type { AppDefinition, AppFile } from '../../../../api/features/apps/definition'
import { ensureTeam } from '../../../../api/features/plans/join'
import type { CallOptions, TestApi } from '../../../support/start-api'
import { startTestApi } from '../../../support/start-api'
import type { PlanConnectionRow } from '../../../../api/features/plans/repository'

const key = 'pk_sb_five'

/**
 * The real API with an owner of five seats, one of them their own.
 *
 * @param change makes the app out of app_demo
 */
export async function startWithTeam(
  change: (demo: AppDefinition) => AppDefinition & Partial<Pick<AppFile, 'contents'>> = (demo) => demo,
) {
  const api = await startTestApi()
  const demo = (await api.store.apps.findById('app_demo'))!
  const app = { ...change(demo), id: 'app_five', keys: { test: key, live: 'pk_five' } }
  await api.store.apps.insert(app)
  const owner = await signUp(api, 'owner')
  const connection: PlanConnectionRow = {
    id: 'con_team',
    memberId: owner.id,
    planId: 'pln_team',
    priceId: 'prc_team-monthly',
    status: 'ACTIVE',
    createdAt: 0,
    purchase: null,
  }
  await api.store.planConnections.insert(connection)
  await api.store.transaction((repositories) => ensureTeam(repositories, api.services, app, connection))
  const { id: teamId, inviteToken } = (await api.store.teams.findByConnection('con_team'))!
  return {
    api,
    owner,
    teamId,
    inviteToken,
    signUp: (name: string, invitation?: string) => signUp(api, name, invitation),
    /** What the owner's plan has come to. */
    setStatus: (status: PlanConnectionRow['status']) => api.store.planConnections.replace({ ...connection, status }),
    readTeam: async () => (await api.call('getTeam', { teamId }, owner.how)).data,
  }
}

async function signUp(api: TestApi, name: string, inviteToken?: string) {
  const email = `${name}@example.com`
  const input = { email, password: 'correct horse', ...(inviteToken && { inviteToken }) }
  const answer = await api.call('signup', input, { key })
  const { tokens, member } = answer.data
  const how: CallOptions = { key, token: tokens.accessToken }
  return { id: member.id, email, how, message: answer.body.message }
}
