import type { Answer, Input } from '../../../contract/schemas'
import { updateRecord } from '../../domain/data-tables/write-record'
import type { StorageServices } from '../../domain/storage/within-storage'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { recordRequestOf, writerOf } from './record-request-of'

/** @throws ApiError `data-record-not-found`, `access-denied`, `too-many-requests`, and what is wrong with the data */
export async function updateDataRecord(
  services: StorageServices & Pick<Services, 'rateLimiter' | 'secrets'>,
  context: RequestContext,
  { recordId, data }: Input<'updateDataRecord'>,
): Promise<Answer<'updateDataRecord'>> {
  await services.rateLimiter.take('recordWritesPerCaller', writerOf(context))
  return { data: await updateRecord(services, recordRequestOf(context), recordId, data) }
}
