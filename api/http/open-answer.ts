import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { AppEnv } from './app-env'
import { FILE_POLICY } from './file-policy'

/** How long others may keep an answer. */
export const keepFor = {
  /** Asked about each time. */
  never: 'public, no-cache',
  minutes: 'public, max-age=300',
  /** It never changes. */
  ever: 'public, max-age=31536000, immutable',
} as const

export interface OpenAnswer {
  content: string | Uint8Array
  type: string
  cacheControl: (typeof keepFor)[keyof typeof keepFor]
}

/**
 * An answer for whoever asks, from any page: never with cookies, and no browser runs anything in it. Who has it already is
 * told so (304).
 */
export function openAnswer(context: Context<AppEnv>, { content, type, cacheControl }: OpenAnswer): Response {
  context.header('Access-Control-Allow-Origin', '*')
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  context.header('Content-Security-Policy', FILE_POLICY)
  context.header('Cache-Control', cacheControl)
  const tag = `"${createHash('sha256').update(content).digest('base64url')}"`
  context.header('ETag', tag)
  const known = new Set(tagsIn(context.req.header('if-none-match')))
  if (known.has(tag) || known.has('*')) return context.body(null, 304)
  context.header('Content-Type', type)
  return context.body(typeof content === 'string' ? content : new Uint8Array(content), 200)
}

const tagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//u, ''))
