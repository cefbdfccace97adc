import type { Context, Hono } from 'hono'
import { tagFiles } from '../../contract/proof-paths'
import { ApiError } from '../domain/api-error'
import { tlogProofOf } from '../domain/proof/tlog-proof-of'
import { findShownTag } from '../domain/tags/find-shown-tag'
import type { Services } from '../ports/services'
import type { AppEnv } from './app-env'
import { callerAddress } from './caller-address'
import { methodNotAllowed } from './method-not-allowed'
import { keepFor, openAnswer } from './open-answer'

type FileServices = Pick<Services, 'store' | 'clock' | 'urls' | 'rateLimiter'>

/** The files of a TrustTag that is not private, for everybody and without a key. @param trustProxyHops TRUST_PROXY */
export function bindTagFiles(app: Hono<AppEnv>, services: FileServices, trustProxyHops: number): void {
  const routes = {
    'credential.json': async (context: Context<AppEnv>) =>
      (await findCredential(services, context, trustProxyHops)).credential,
    'proof.tlog-proof': async (context: Context<AppEnv>) =>
      tlogProofOf(services.store, await findCredential(services, context, trustProxyHops)),
  } as const
  for (const [file, read] of Object.entries(routes)) {
    const path = `/trusttag/tags/:tagId/${file}`
    const type = Object.entries(tagFiles).find(([name]) => name === file)?.[1] ?? 'application/octet-stream'
    app.get(path, async (context) =>
      openAnswer(context, { content: await read(context), type, cacheControl: keepFor.never }),
    )
    app.all(path, methodNotAllowed(['GET']))
  }
}

/** @throws ApiError `tag-not-found`, also for a private one, `too-many-requests` */
async function findCredential(services: FileServices, context: Context<AppEnv>, trustProxyHops: number) {
  await services.rateLimiter.take('tagChecksPerAddress', callerAddress(context, trustProxyHops))
  const shown = await findShownTag(services, context.req.param('tagId') ?? '')
  const row = shown && (await services.store.credentials.find(shown.tag.trustTagId))
  if (!row) throw new ApiError('tag-not-found')
  return row
}
