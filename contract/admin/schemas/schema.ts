import type { EndpointSchema } from '../../schemas/schema'

/** Requires one entry for every endpoint of a table, and no other. */
export type AdminSchemasFor<Table> = { [Name in keyof Table]: EndpointSchema }
