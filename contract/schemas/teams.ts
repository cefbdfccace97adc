import * as v from 'valibot'
import type { teamEndpoints } from '../endpoints/teams'
import { team } from '../team'
import { id, inviteToken } from './fields'
import type { SchemasFor } from './schema'

export const teamSchemas = {
  getInvitation: {
    input: v.object({ inviteToken }),
    output: v.object({ teamName: v.string(), inviterEmail: v.string() }),
  },
  joinTeam: { input: v.object({ inviteToken }), output: v.object({ teamId: v.string() }) },
  removeMemberFromTeam: { input: v.object({ teamId: id, memberId: id }), output: v.object({ id: v.string() }) },
  generateInviteToken: { input: v.object({ teamId: id }), output: v.object({ inviteToken: v.string() }) },
  getTeam: { input: v.object({}), output: team },
} satisfies SchemasFor<typeof teamEndpoints>
