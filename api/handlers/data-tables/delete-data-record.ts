import type { Answer, Input } from '../../../contract/schemas'
import { deleteRecord } from '../../domain/data-tables/write-record'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { recordRequestOf, writerOf } from './record-request-of'

/** @throws ApiError `data-record-not-found`, `access-denied`, `too-many-requests` */
export async function deleteDataRecord(
  services: Pick<Services, 'store' | 'rateLimiter' | 'secrets' | 'clock'>,
  context: RequestContext,
  { recordId }: Input<'deleteDataRecord'>,
): Promise<Answer<'deleteDataRecord'>> {
  await services.rateLimiter.take('recordWritesPerCaller', writerOf(context))
  return { data: await deleteRecord(services, recordRequestOf(context), recordId) }
}
