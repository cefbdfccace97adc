/** Reads untrusted JSON. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Empty unless it is an object. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** Empty unless it is a list. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Empty unless it is a text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
