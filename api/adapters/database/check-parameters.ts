import { ApiError } from '../../lib/errors'

/**
 * Refuses what libsql 0.5 does not bind faithfully: a boolean ends the whole process, `undefined` and NaN become null,
 * and a text is cut at a NUL character (PostgreSQL refuses it). Such a text comes from outside, the others from a fault
 * of ours.
 *
 * @throws ApiError `invalid-field-value` for a text; TypeError naming the kind of any other value, never the value
 */
export function checkParameters(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    if (value === null || (typeof value === 'number' && Number.isFinite(value))) continue
    if (typeof value === 'string' && value.includes('\u0000')) throw new ApiError('invalid-field-value')
    if (typeof value === 'string') continue
    throw new TypeError(`A query parameter of this kind cannot be stored: ${typeof value}.`)
  }
}
