import type { Answer, Input } from '../../../contract/schemas'
import { findTable } from '../../domain/data-tables/find-table'
import { queryRecords } from '../../domain/data-tables/query-records'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { recordRequestOf } from './record-request-of'

/**
 * Records that the caller may read.
 * @throws ApiError `data-table-not-found`, `access-denied`, `invalid-field-value` and others that say what is wrong with the
 *   query
 */
export async function queryDataRecords(
  services: Pick<Services, 'store' | 'rateLimiter'>,
  context: RequestContext,
  { table, query }: Input<'queryDataRecords'>,
): Promise<Answer<'queryDataRecords'>> {
  await services.rateLimiter.take('recordReadsPerAddress', context.address)
  return { data: await queryRecords(services, recordRequestOf(context), findTable(context.app, table), query) }
}
