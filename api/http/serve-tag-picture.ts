import type { Context, Handler } from 'hono'
import { createHash } from 'node:crypto'
import { ApiError } from '../lib/errors'
import { findShownTag } from '../domain/tags/find-shown-tag'
import { drawable } from '../domain/tags/signed-tag'
import type { SignedTagServices } from '../domain/tags/signed-tag'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { callerAddress } from './request'
import { FILE_POLICY } from './responses'

export const TAG_PICTURE_PATH = '/trusttag/tags/:tagId/og.png'

/**
 * The picture of a TrustTag for those who show links to it. Like a look-up it knows no private ones.
 * @param trustProxyHops TRUST_PROXY
 */
export function serveTagPicture(
  services: SignedTagServices & Pick<Services, 'papers' | 'rateLimiter'>,
  trustProxyHops: number,
): Handler<AppEnv> {
  return async (context: Context<AppEnv>) => {
    await services.rateLimiter.take('tagChecksPerAddress', callerAddress(context, trustProxyHops))
    const shown = await findShownTag(services, context.req.param('tagId') ?? '')
    if (!shown) throw new ApiError('tag-not-found')
    const [picture] = await services.papers.sharePictures([drawable(shown)])
    if (!picture) throw new ApiError('service-unavailable')
    // A kept one is asked about each time: a revocation shows at once.
    const etag = `"${createHash('sha256').update(picture).digest('base64url')}"`
    context.header('Cache-Control', 'public, no-cache')
    context.header('ETag', etag)
    context.header('Content-Security-Policy', FILE_POLICY)
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    if (context.req.header('If-None-Match')?.includes(etag)) return context.body(null, 304)
    context.header('Content-Type', 'image/png')
    return context.body(new Uint8Array(picture), 200)
  }
}
