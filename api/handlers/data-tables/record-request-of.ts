import type { RecordRequest } from '../../domain/data-tables/record-request'
import type { QueryCaller } from '../../domain/data-tables/query-records'
import type { RequestContext } from '../../ports/handler'

/** Who asks for records, from a page. */
export const recordRequestOf = ({ app, mode, member }: RequestContext): RecordRequest => ({
  app,
  mode,
  caller: { kind: 'page', member },
})

/** Who waits for the answer. */
export const queryCallerOf = ({ address, signal }: RequestContext): QueryCaller => ({
  caller: address,
  signal: signal?.(),
})

/** Whose writes count together: a member's, or a visitor's by address. */
export const writerOf = ({ app, member, address }: RequestContext): string => member?.id ?? `${app.id} ${address}`
