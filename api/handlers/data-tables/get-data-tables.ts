import type { Answer } from '../../../contract/schemas'
import { describeTables, isForCaller } from '../../domain/data-tables/describe-table'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { queryCallerOf, recordRequestOf } from './record-request-of'

/** The tables of which the caller may do anything. */
export async function getDataTables(
  services: Pick<Services, 'store' | 'rateLimiter'>,
  context: RequestContext,
): Promise<Answer<'getDataTables'>> {
  await services.rateLimiter.take('recordReadsPerAddress', context.address)
  const request = recordRequestOf(context)
  const shown = context.app.dataTables.filter((table) => isForCaller(request, table))
  return { data: { tables: await describeTables(services, request, shown, queryCallerOf(context)) } }
}
