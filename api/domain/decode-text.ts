import { ApiError } from './api-error'

/**
 * A text file's bytes as text, without the mark that spreadsheets put before it.
 * @throws ApiError `invalid-import-file` for another encoding: reading it would change letters without a word
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid-import-file', { message: 'This file is not UTF-8. Please save it as UTF-8.' })
  }
}
