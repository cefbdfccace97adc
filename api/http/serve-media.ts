import type { Context, Handler } from 'hono'
import { ApiError } from '../lib/errors'
import type { AppEnv } from './request'
import { wantedRange } from './responses'
import type { ByteRange, MediaFile } from './responses'

/** A video that is replaced keeps its address; browsers then ask whether theirs is still the one. */
const MAX_AGE_SECONDS = 86_400

/**
 * Serves a video to any page on any origin. Players ask for parts of it, and some play nothing
 * that is not sent in parts.
 * @param type its media type
 * @param revalidate whether browsers ask at every use (development)
 */
export function serveMedia(read: () => Promise<MediaFile | null>, type: string, revalidate: boolean): Handler<AppEnv> {
  return async (context) => {
    const file = await read()
    if (file === null) throw new ApiError('not-found')
    const etag = `"${file.hash}"`
    context.header('ETag', etag)
    context.header('Cache-Control', revalidate ? 'no-cache' : `public, max-age=${MAX_AGE_SECONDS}`)
    context.header('Accept-Ranges', 'bytes')
    context.header('Access-Control-Allow-Origin', '*')
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    if (context.req.header('if-none-match')?.includes(etag)) return context.body(null, 304)
    return answer(context, file.body, type, wantedRange(context, etag, file.body.length))
  }
}

function answer(context: Context<AppEnv>, body: Buffer, type: string, range: ByteRange): Response {
  if (range === 'none') {
    context.header('Content-Range', `bytes */${body.length}`)
    return context.body(null, 416)
  }
  context.header('Content-Type', type)
  if (range === null) return context.body(new Uint8Array(body), 200)
  context.header('Content-Range', `bytes ${range.first}-${range.last}/${body.length}`)
  return context.body(new Uint8Array(body.subarray(range.first, range.last + 1)), 206)
}
