import * as v from 'valibot'
import type { ErrorCode } from '../../contract/errors'
import { ApiError } from './api-error'
import { isErrorCode } from './is-error-code'

/**
 * Checks and normalises what a caller sent. Keys that the schema does not name are dropped.
 * @throws {ApiError} with a code alone: what was sent is never repeated, because it may hold a password
 */
export function checkInput<Schema extends v.GenericSchema>(schema: Schema, sent: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, sent, { abortEarly: true })
  if (result.success) return result.output
  throw new ApiError(codeOf(result.issues[0]))
}

export function codeOf(issue: v.BaseIssue<unknown>): ErrorCode {
  if (isErrorCode(issue.message)) return issue.message
  if (issue.received === 'undefined') return 'required-field-missing'
  return issue.kind === 'schema' ? 'invalid-field-type' : 'invalid-field-value'
}
