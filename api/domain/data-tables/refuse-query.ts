import { ApiError } from '../../lib/errors'

/** @throws ApiError `invalid-field-value`, with a sentence that says what is wrong with a query */
export function refuse(message: string): never {
  throw new ApiError('invalid-field-value', { message })
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param name of what it is, for the sentence */
export function objectOf(name: string, value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : refuse(`${name} takes an object.`)
}
