import type { Handler } from 'hono'
import { ApiError } from '../lib/errors'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { FILE_POLICY } from './responses'

/** What we re-encoded ourselves; nothing else is ever shown in place. */
const PICTURE = /^[\da-f]{32}\.webp$/u

/**
 * Serves a stored picture to any page. Its address is the secret: 128 random bits that change with the picture, so it
 * may be cached for ever. Opened by itself it is a document without any rights.
 */
export function serveFiles({ files }: Pick<Services, 'files'>): Handler<AppEnv> {
  return async (context) => {
    const name = context.req.param('name') ?? ''
    const etag = `"${name}"`
    const content = PICTURE.test(name) ? await files.read(name) : null
    if (content === null) throw new ApiError('not-found')
    context.header('Cache-Control', 'public, max-age=31536000, immutable')
    context.header('ETag', etag)
    context.header('Content-Security-Policy', FILE_POLICY)
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    if (context.req.header('if-none-match')?.includes(etag)) return context.body(null, 304)
    context.header('Content-Type', 'image/webp')
    return context.body(content, 200)
  }
}
