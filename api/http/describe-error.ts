export interface ErrorDescription {
  name: string
  message: string
  stack: string | undefined
  code?: string
  cause?: ErrorDescription
}

/**
 * What the log keeps of an error: only these fields, because other properties of an error may carry statement
 * parameters or a request.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: typeof error, stack: undefined }
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
