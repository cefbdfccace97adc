import type { Context, Handler, Hono } from 'hono'
import { tagFiles } from '../../contract/proof-paths'
import type { TagFile } from '../../contract/proof-paths'
import { ApiError } from '../lib/errors'
import { findShownTag } from '../domain/tags/find-shown-tag'
import { makeTagFile } from '../domain/tags/make-tag-file'
import type { ProvenTag } from '../domain/tags/make-tag-file'
import type { SignedTagServices } from '../domain/tags/signed-tag'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { callerAddress } from './request'
import { methodNotAllowed } from './router'
import { keepFor, openAnswer } from './responses'

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
