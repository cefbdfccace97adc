import type { Answer, Input } from '../../../contract/schemas'
import { ApiError } from '../../lib/errors'
import { describeTables, isForCaller } from '../../domain/data-tables/describe-table'
import { findTable } from '../../domain/data-tables/find-table'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { queryCallerOf, recordRequestOf } from './record-request-of'

/** @throws ApiError `data-table-not-found`, `access-denied` */
export async function getDataTable(
  services: Pick<Services, 'store' | 'rateLimiter'>,
  context: RequestContext,
  { table: named }: Input<'getDataTable'>,
): Promise<Answer<'getDataTable'>> {
  await services.rateLimiter.take('recordReadsPerAddress', context.address)
  const request = recordRequestOf(context)
  const table = findTable(context.app, named)
  if (!isForCaller(request, table)) throw new ApiError('access-denied')
  const [described] = await describeTables(services, request, [table], queryCallerOf(context))
  if (!described) throw new ApiError('data-table-not-found')
  return { data: described }
}
