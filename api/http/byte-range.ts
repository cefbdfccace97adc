import type { Context } from 'hono'
import type { AppEnv } from './app-env'

/** First and last byte; `null` for the whole, `none` for a part that the file does not have. */
export type ByteRange = { first: number; last: number } | 'none' | null

/**
 * The part of a file that a request asks for (RFC 9110 section 14). Of a file that has changed since the caller's first part,
 * the whole is sent. Several parts at once nobody needs.
 */
export function wantedRange(context: Context<AppEnv>, etag: string, length: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/u.exec(context.req.header('range') ?? '') ?? []
  const since = context.req.header('if-range')
  if ((from === '' && to === '') || (since !== undefined && since !== etag)) return null
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  // An end before the start is no range at all.
  if (from !== '' && to !== '' && Number(to) < first) return null
  return first > last ? 'none' : { first, last }
}
