import { ApiError } from '../../../lib/errors'

/**
 * A storage that failed. Its own sentences name keys, buckets and signatures: the log gets the kind of failure, and the caller
 * not even that.
 */
export function storageFailure(operation: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError('service-unavailable', { cause: new Error(`S3 ${operation}: ${kindOf(error)}`) })
}

/** Whether there is no object of that key. A missing bucket is another matter. */
export const isMissing = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchKey'

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status = statusOf(error)
  return status === null ? code : `${code} (${status})`
}

function statusOf(error: Error): number | null {
  const metadata: unknown = '$metadata' in error ? error.$metadata : null
  const isObject = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isObject && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null
}
