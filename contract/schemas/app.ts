import * as v from 'valibot'
import type { appEndpoints } from '../endpoints/app'
import { app, member, plan } from '../entities'
import type { SchemasFor } from './schema'
import { visit } from './tracking'

export const appSchemas = {
  getApp: { input: v.object({ includeSSOText: v.optional(v.string()) }), output: app },
  getPlan: { input: v.object({}), output: plan },
  getAppAndMember: {
    input: v.object({ data: v.optional(visit) }),
    output: v.object({ app, member: v.nullable(member), sessionData: v.object({ sessionId: v.string() }) }),
  },
} satisfies SchemasFor<typeof appEndpoints>
