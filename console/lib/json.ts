/** An item of an app definition as the server sends it. The server checks it; these only read it. */
export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** Typed text as a whole number of at least `least`; null for anything else. */
export function parseWhole(typed: string, least: number): number | null {
  const value = /^\s*\d{1,9}\s*$/u.test(typed) ? Number(typed) : null
  return value !== null && value >= least ? value : null
}

/** Only the fields that differ; null removes one. */
export function changedFields(before: Json, after: Json): Json {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const differs = (field: string) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null)
  return Object.fromEntries(fields.filter(differs).map((field) => [field, after[field] ?? null]))
}
