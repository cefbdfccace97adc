import * as v from 'valibot'
import { email } from '../../schemas/fields'
import type { SchemasFor } from '../../schemas/schema'
import type { adminStaffEndpoints } from '../endpoints/staff'
import { roleNames } from '../rights'
import { consoleAppEntry, consolePerson } from './console-session'

const role = v.picklist(roleNames, 'invalid-field-value')
const nothing = v.object({})

/** One person of an app's team. */
const staffMember = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  role,
  /** ISO 8601, UTC; null: never. */
  lastLoginAt: v.nullable(v.string()),
  /** An authenticator app or a passkey. */
  hasSecondFactor: v.boolean(),
  addedAt: v.string(),
})

const invitation = v.object({
  id: v.string(),
  email: v.string(),
  role,
  /** Name of the person who invited. */
  invitedBy: v.string(),
  createdAt: v.string(),
  expiresAt: v.string(),
})

const newInvitation = v.object({
  ...invitation.entries,
  /** To copy; shown once. */
  link: v.string(),
  /** Whether a mail server sends it. */
  isMailed: v.boolean(),
})

export const adminStaffSchemas = {
  getMe: { input: nothing, output: consolePerson },
  listMyApps: { input: nothing, output: v.array(consoleAppEntry) },
  listStaff: { input: nothing, output: v.array(staffMember) },
  changeStaffRole: { input: v.object({ role }), output: staffMember },
  removeStaff: { input: nothing, output: v.object({ id: v.string() }) },
  removeStaffSecondFactor: { input: nothing, output: v.object({ id: v.string() }) },
  leaveTeam: { input: nothing, output: v.object({ id: v.string() }) },
  listInvitations: { input: nothing, output: v.array(invitation) },
  inviteStaff: { input: v.object({ email, role }), output: newInvitation },
  revokeInvitation: { input: nothing, output: v.object({ id: v.string() }) },
  listServerApps: {
    input: nothing,
    output: v.array(v.object({ id: v.string(), name: v.string(), owners: v.number() })),
  },
  takeOwnerRole: { input: nothing, output: consoleAppEntry },
  nameFirstOwner: { input: v.object({ email }), output: newInvitation },
} satisfies SchemasFor<typeof adminStaffEndpoints>
