import type * as v from 'valibot'
import type { Params } from '../../endpoints/endpoint'
import type { adminEndpoints, AdminEndpointName } from '../endpoints'
import { adminSettingsSchemas } from './app-settings'
import { adminAuditSchemas } from './audit-log'
import { adminConnectionSchemas } from './connections'
import { adminContentSchemas } from './contents'
import { adminDataTableSchemas } from './data-tables'
import { adminFigureSchemas } from './figures'
import { adminJobSchemas } from './jobs'
import { adminMemberSchemas } from './members'
import { adminPlanSchemas } from './plans'
import type { SchemasFor } from '../../schemas/schema'
import { adminStaffSchemas } from './staff'
import { adminTokenSchemas } from './tokens'
import { adminTransferSchemas } from './transfer'
import { adminWebhookSchemas } from './webhooks'

/** The input and output of every admin endpoint. */
export const adminSchemas = {
  ...adminTransferSchemas,
  ...adminMemberSchemas,
  ...adminJobSchemas,
  ...adminFigureSchemas,
  ...adminPlanSchemas,
  ...adminTokenSchemas,
  ...adminDataTableSchemas,
  ...adminWebhookSchemas,
  ...adminAuditSchemas,
  ...adminSettingsSchemas,
  ...adminContentSchemas,
  ...adminConnectionSchemas,
  ...adminStaffSchemas,
} satisfies SchemasFor<typeof adminEndpoints>

/** The handler's input: validated and normalized. */
export type AdminInput<K extends AdminEndpointName> = v.InferOutput<(typeof adminSchemas)[K]['input']> &
  Params<(typeof adminEndpoints)[K]['path']>

/** The `data` of the response, or the whole response if it is not JSON. */
export type AdminOutput<K extends AdminEndpointName> = v.InferOutput<(typeof adminSchemas)[K]['output']>
