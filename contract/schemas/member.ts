import * as v from 'valibot'
import type { memberEndpoints } from '../endpoints/member'
import { member } from '../entities'
import { customFields } from './fields'
import type { SchemasFor } from './schema'

export const memberSchemas = {
  getMember: { input: v.object({}), output: v.nullable(member) },
  updateMember: { input: v.object({ customFields }), output: member },
  deleteMember: { input: v.object({}), output: v.object({ id: v.string() }) },
  logout: { input: v.object({}), output: v.object({ redirect: v.nullable(v.string()) }) },
} satisfies SchemasFor<typeof memberEndpoints>
