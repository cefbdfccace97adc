import * as v from 'valibot'
import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { credentialContexts } from '../../../contract/credential/contexts'
import { tagAchievementPath, tagFiles } from '../../../contract/proof-paths'
import { ApiError } from '../../lib/errors'
import type { AppEnv } from '../../http/request'
import { callerAddress } from '../../http/request'
import { FILE_POLICY, keepFor, openAnswer } from '../../http/responses'
import { methodNotAllowed } from '../../http/router'
import type { Services } from '../../ports/services'
import { makeTagFile, tagFileNames } from './files'
import { drawable } from './signed-tag'
import type { SignedTagServices } from './signed-tag'
import { findShownTag } from './verify'
import type { ShownTag } from './verify'

type FileServices = SignedTagServices & Pick<Services, 'documents' | 'rateLimiter'>
type Serve = (services: FileServices, context: Context<AppEnv>, shown: ShownTag) => Promise<Response>

/**
 * The files of TrustTags that are not private: public, without a key.
 * @param trustProxyHops TRUST_PROXY
 * @throws ApiError (on a request) `tag-not-found`, also for a private TrustTag, `too-many-requests`
 */
export function bindTagFiles(app: Hono<AppEnv>, services: FileServices, trustProxyHops: number): void {
  const files: Record<string, Serve> = { 'achievement.json': serveAchievement, 'og.png': serveShareImage }
  for (const file of tagFileNames)
    files[file] = async (_services, context, { credential, ...shown }) => {
      if (!credential) throw new ApiError('tag-not-found')
      const content = await makeTagFile(services, { ...shown, credential }, file)
      // Revalidated each time: a revocation, or a witness's signature, shows at once.
      return openAnswer(context, { content, type: tagFiles[file], cacheControl: keepFor.never })
    }
  for (const [file, serve] of Object.entries(files)) {
    const path = `/trusttag/tags/:tagId/${file}`
    app.get(path, async (context) => {
      await services.rateLimiter.take('tagChecksPerAddress', callerAddress(context, trustProxyHops))
      const shown = await findShownTag(services, context.req.param('tagId') ?? '')
      if (!shown) throw new ApiError('tag-not-found')
      return serve(services, context, shown)
    })
    app.all(path, methodNotAllowed(['GET']))
  }
}

const issuedCredential = v.object({
  credentialSubject: v.object({ achievement: v.looseObject({ id: v.string() }) }),
})

/** The achievement of one TrustTag, as its credential has it, unless it is the shared one of a question bank. */
async function serveAchievement(_services: FileServices, context: Context<AppEnv>, shown: ShownTag): Promise<Response> {
  const row = shown.state === 'signed' ? shown.credential : null
  if (!row) throw new ApiError('tag-not-found')
  const { achievement } = v.parse(issuedCredential, JSON.parse(row.credential)).credentialSubject
  if (!achievement.id.endsWith(tagAchievementPath(row.tagId))) throw new ApiError('tag-not-found')
  const content = JSON.stringify({ '@context': [...credentialContexts], ...achievement })
  return openAnswer(context, { content, type: 'application/ld+json', cacheControl: keepFor.never })
}

/** The image of a TrustTag that social networks show with a link to it. */
async function serveShareImage(services: FileServices, context: Context<AppEnv>, shown: ShownTag): Promise<Response> {
  const [image] = await services.documents.shareImages([drawable(shown)])
  if (!image) throw new ApiError('service-unavailable')
  const etag = `"${createHash('sha256').update(image).digest('base64url')}"`
  context.header('Cache-Control', 'public, no-cache')
  context.header('ETag', etag)
  context.header('Content-Security-Policy', FILE_POLICY)
  context.header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (context.req.header('If-None-Match')?.includes(etag)) return context.body(null, 304)
  context.header('Content-Type', 'image/png')
  return context.body(new Uint8Array(image), 200)
}
