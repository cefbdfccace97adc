import { tryOrUndefined } from '../lib/errors'
import { isRecord } from '../lib/values'
import { logKinds, type LogRow } from './log-row'
import { cut, redactText } from './redact'

const TEXT_MAX_CHARS = 300

/**
 * What the page before wrote down. Any script of the site can write there too, so it is read as if somebody else had.
 * @param json as it was kept; null for nothing
 */
export function pageBefore(json: string | null, max: number): LogRow[] {
  const kept: unknown = tryOrUndefined(() => JSON.parse(json ?? ''))
  return Array.isArray(kept) ? kept.slice(0, max).flatMap((row: unknown) => asRow(row) ?? []) : []
}

function asRow(value: unknown): LogRow | null {
  const { at, kind, text, detail } = isRecord(value) ? value : {}
  const known = logKinds.find((one) => one === kind)
  if (!known || typeof at !== 'number' || typeof text !== 'string') return null
  const clean = (one: string): string => cut(redactText(one), TEXT_MAX_CHARS)
  return { at, kind: known, text: clean(text), ...(typeof detail === 'string' && { detail: clean(detail) }) }
}
