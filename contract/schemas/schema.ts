import type * as v from 'valibot'

/** `input` is the JSON body, or the query of a GET; `output` is the `data` of the response. */
export interface EndpointSchema {
  input: v.GenericSchema
  output: v.GenericSchema
}

/** Requires one entry for every endpoint of a table, and no other. */
export type SchemasFor<Table> = { [Name in keyof Table]: EndpointSchema }
