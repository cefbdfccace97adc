import type * as v from 'valibot'
import type { Params } from '../../endpoints/endpoint'
import type { adminEndpoints, AdminEndpointName } from '../endpoints'
import { adminAuditSchemas } from './audit-log'
import { adminDataTableSchemas } from './data-tables'
import { adminMemberSchemas } from './members'
import { adminPlanSchemas } from './plans'
import type { SchemasFor } from '../../schemas/schema'
import { adminTokenSchemas } from './tokens'
import { adminTransferSchemas } from './transfer'
import { adminWebhookSchemas } from './webhooks'

/** The input and output of every endpoint of the admin API. */
export const adminSchemas = {
  ...adminTransferSchemas,
  ...adminMemberSchemas,
  ...adminPlanSchemas,
  ...adminTokenSchemas,
  ...adminDataTableSchemas,
  ...adminWebhookSchemas,
  ...adminAuditSchemas,
} satisfies SchemasFor<typeof adminEndpoints>

/** What a handler is given: checked and normalised. */
export type AdminInput<K extends AdminEndpointName> = v.InferOutput<(typeof adminSchemas)[K]['input']> &
  Params<(typeof adminEndpoints)[K]['path']>

/** What stands under `data` in the answer, or is the answer where it is no JSON. */
export type AdminOutput<K extends AdminEndpointName> = v.InferOutput<(typeof adminSchemas)[K]['output']>
