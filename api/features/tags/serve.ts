import type { Context, Handler, Hono } from 'hono'
import { tagFiles } from '../../../contract/proof-paths'
import type { TagFile } from '../../../contract/proof-paths'
import { ApiError } from '../../lib/errors'
import { findShownTag } from './verify'
import { makeTagFile } from './files'
import type { ProvenTag } from './files'
import type { SignedTagServices } from './signed-tag'
import type { Services } from '../../ports/services'
import type { AppEnv } from '../../http/request'
import { callerAddress } from '../../http/request'
import { methodNotAllowed } from '../../http/router'
import { FILE_POLICY, keepFor, openAnswer } from '../../http/responses'
import { createHash } from 'node:crypto'
import { drawable } from './signed-tag'

type FileServices = SignedTagServices & Pick<Services, 'papers' | 'rateLimiter'>

/** The files of a TrustTag that is not private, for everybody and without a key. @param trustProxyHops TRUST_PROXY */
export function bindTagFiles(app: Hono<AppEnv>, services: FileServices, trustProxyHops: number): void {
  for (const file of fileNames) {
    const path = `/trusttag/tags/:tagId/${file}`
    app.get(path, serveTagFile(services, trustProxyHops, file))
    app.all(path, methodNotAllowed(['GET']))
  }
}

const fileNames = Object.keys(tagFiles).filter((name): name is TagFile => Object.hasOwn(tagFiles, name))

function serveTagFile(services: FileServices, trustProxyHops: number, file: TagFile): Handler<AppEnv> {
  return async (context) => {
    const content = await makeTagFile(services, await findProvenTag(services, context, trustProxyHops), file)
    // A cached one is revalidated each time: a revocation, or a witness's signature, shows at once.
    return openAnswer(context, { content, type: tagFiles[file], cacheControl: keepFor.never })
  }
}

/** @throws ApiError `tag-not-found`, also for a private one, `too-many-requests` */
async function findProvenTag(
  services: FileServices,
  context: Context<AppEnv>,
  trustProxyHops: number,
): Promise<ProvenTag> {
  await services.rateLimiter.take('tagChecksPerAddress', callerAddress(context, trustProxyHops))
  const shown = await findShownTag(services, context.req.param('tagId') ?? '')
  if (!shown?.credential) throw new ApiError('tag-not-found')
  return { ...shown, credential: shown.credential }
}

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
