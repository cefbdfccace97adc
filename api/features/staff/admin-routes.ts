import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../apps/definition'
import { findAppById, listApps } from '../apps/repository'
import type { AdminHandlers } from '../apps/secret-keys'
import { listInvitations, listTeam } from './repository'
import { listAppsOf, toAppEntry, toPerson } from './sessions'
import {
  changeRole,
  countOwners,
  invite,
  removeFromTeam,
  removeSecondFactor,
  revokeInvitation,
  takeOwnerRole,
  toInvitation,
  toStaffMember,
} from './team'

type Handlers = Pick<
  AdminHandlers,
  | 'getMe'
  | 'listMyApps'
  | 'listStaff'
  | 'changeStaffRole'
  | 'removeStaff'
  | 'removeStaffSecondFactor'
  | 'leaveTeam'
  | 'listInvitations'
  | 'inviteStaff'
  | 'revokeInvitation'
  | 'listServerApps'
  | 'takeOwnerRole'
  | 'nameFirstOwner'
>

/** The team, for people of the console. */
export const staffHandlers: Handlers = {
  getMe: async (_services, { actor }) => ({ data: toPerson(actor) }),

  listMyApps: async ({ store }, { actor }) => ({ data: await listAppsOf(store, actor.staffId) }),

  listStaff: async ({ store }, { app }) => ({ data: (await listTeam(store, app.id)).map(toStaffMember) }),

  /** @throws ApiError `staff-not-found`, `last-owner` */
  changeStaffRole: async (services, context, { staffId, role }) => ({
    data: toStaffMember(await changeRole(services, context, { staffId, role })),
  }),

  /** @throws ApiError `staff-not-found`, `last-owner` */
  async removeStaff(services, context, { staffId }) {
    await removeFromTeam(services, context, staffId)
    return { data: { id: staffId } }
  },

  /** @throws ApiError `staff-not-found`, `second-factor-kept` */
  async removeStaffSecondFactor(services, context, { staffId }) {
    await removeSecondFactor(services, context, staffId)
    return { data: { id: staffId } }
  },

  /** @throws ApiError `last-owner` */
  async leaveTeam(services, context) {
    const { staffId } = context.actor
    await removeFromTeam(services, context, staffId)
    return { data: { id: staffId } }
  },

  listInvitations: async ({ store, clock }, { app }) => ({
    data: (await listInvitations(store, app.id, clock.now())).map(toInvitation),
  }),

  /** @throws ApiError `already-staff`, `field-limit-exceeded`, `too-many-requests` */
  async inviteStaff(services: Services, context, sent) {
    const { row, link } = await invite(services, context, sent)
    return { data: { ...toInvitation(row), link, isMailed: services.console.sendsMail } }
  },

  /** @throws ApiError `invitation-not-found` */
  async revokeInvitation(services, context, { invitationId }) {
    await revokeInvitation(services, context, invitationId)
    return { data: { id: invitationId } }
  },

  async listServerApps({ store }) {
    const data: { id: string; name: string; owners: number }[] = []
    for (const { id, name } of await listApps(store)) data.push({ id, name, owners: await countOwners(store, id) })
    return { data }
  },

  /** @throws ApiError `app-not-found`, `already-staff` */
  async takeOwnerRole(services, { actor }, { appId }) {
    const app = await requireApp(services.store, appId)
    await takeOwnerRole(services, { app, actor })
    return { data: toAppEntry(app, 'owner') }
  },
  /** An invitation to own an app without an owner. @throws ApiError `app-not-found`, `app-has-owner`, and as `inviteStaff` */
  async nameFirstOwner(services: Services, { actor }, { appId, email }) {
    const app = await requireApp(services.store, appId)
    const { row, link } = await invite(services, { app, actor }, { email, role: 'owner', isFirst: true })
    return { data: { ...toInvitation(row), link, isMailed: services.console.sendsMail } }
  },
}

/** @throws ApiError `app-not-found` also for the built-in app of the console */
async function requireApp(db: Db, appId: string): Promise<AppDefinition> {
  const app = (await listApps(db)).some(({ id }) => id === appId) && (await findAppById(db, appId))
  if (!app) throw new ApiError('app-not-found')
  return app
}
