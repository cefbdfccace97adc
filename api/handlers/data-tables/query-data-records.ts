import type { Answer, Input } from '../../../contract/schemas'
import { findTable } from '../../domain/data-tables/find-table'
import { queryRecords } from '../../domain/data-tables/query-records'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { queryCallerOf, recordRequestOf } from './record-request-of'

/**
 * Records that the caller may read.
 * @throws ApiError `data-table-not-found`, `access-denied`, `invalid-field-value` and others that say what is wrong with the
 *   query; `query-limit-exceeded`, `too-many-requests`
 */
export async function queryDataRecords(
  services: Pick<Services, 'store' | 'rateLimiter'>,
  context: RequestContext,
  { table, query }: Input<'queryDataRecords'>,
): Promise<Answer<'queryDataRecords'>> {
  await services.rateLimiter.take('recordReadsPerAddress', context.address)
  const request = recordRequestOf(context)
  const found = findTable(context.app, table)
  return { data: await queryRecords(services, request, found, query, queryCallerOf(context)) }
}
