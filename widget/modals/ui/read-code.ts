import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import type { FieldErrors } from './field-errors'

/** The digits of a `CodeField` named `code`, and what is wrong while boxes are empty. */
export function readCode(data: FormData): { code: string; errors: FieldErrors } {
  const code = data
    .getAll('code')
    .filter((digit) => typeof digit === 'string')
    .join('')
  return { code, errors: { code: code.length < CODE_LENGTH_DIGITS && 'code_error_message' } }
}
