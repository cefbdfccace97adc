import { unknownError } from '../../contract/errors'

/** The sentence of whatever was thrown. What the browser says about an answer that makes no sense is none for people. */
export function errorText(error: unknown): string {
  if (error instanceof TypeError) return unknownError.message
  if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
    return error.message
  }
  return String(error)
}
