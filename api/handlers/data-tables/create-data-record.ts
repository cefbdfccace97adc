import type { Answer, Input } from '../../../contract/schemas'
import { findTable } from '../../domain/data-tables/find-table'
import { createRecord } from '../../domain/data-tables/write-record'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { recordRequestOf, writerOf } from './record-request-of'

/** @throws ApiError `data-table-not-found`, `access-denied`, `too-many-requests`, and what is wrong with the data */
export async function createDataRecord(
  services: StorageServices & Pick<Services, 'rateLimiter' | 'secrets'>,
  context: RequestContext,
  { table, data }: Input<'createDataRecord'>,
): Promise<Answer<'createDataRecord'>> {
  await services.rateLimiter.take('recordsCreatedPerCaller', writerOf(context))
  return { data: await createRecord(services, recordRequestOf(context), findTable(context.app, table), data) }
}
