/** Reading JSON that anybody may have written. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Empty for what is no object. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** Empty for what is no list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Empty for what is no text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
