import * as v from 'valibot'
import type { memberEndpoints } from '../endpoints/member'
import { member } from '../entities'
import { customFields, email, json, newPassword, password } from './fields'
import type { SchemasFor } from './schema'

export const memberSchemas = {
  getMember: { input: v.object({}), output: v.nullable(member) },
  updateMember: { input: v.object({ customFields }), output: member },
  deleteMember: { input: v.object({}), output: v.object({ id: v.string() }) },
  updateMemberAuth: {
    input: v.object({
      email: v.optional(email),
      oldPassword: v.optional(password),
      newPassword: v.optional(newPassword),
    }),
    output: member,
  },
  setPassword: { input: v.object({ password: newPassword }), output: member },
  getMemberJson: { input: v.object({}), output: v.record(v.string(), v.unknown()) },
  updateMemberJson: { input: v.object({ json }), output: v.record(v.string(), v.unknown()) },
  updateProfileImage: {
    input: v.object({ profileImage: v.file('invalid-field-type') }),
    output: v.object({ profileImage: v.string() }),
  },
  deleteProfileImage: { input: v.object({}), output: v.object({ profileImage: v.null() }) },
  logout: { input: v.object({}), output: v.object({ redirect: v.nullable(v.string()) }) },
} satisfies SchemasFor<typeof memberEndpoints>
