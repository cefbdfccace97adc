import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Handler } from 'hono'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { packageVersion } from './package-version'
import { answerBuilt, type Lifetime } from './serve-script'
import type { BuiltFile } from './widget-script'

/** Enough for what is packed once, while somebody waits for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/**
 * Describes both APIs to tools, in any browser too: it holds nothing that is not public. It is made at the first request.
 */
export function serveOpenApi({ urls }: Pick<Services, 'urls'>, lifetime: Lifetime): Handler<AppEnv> {
  let made: Promise<BuiltFile> | null = null
  return async (context) => {
    made ??= makeDocument(urls.api)
    return answerBuilt(context, await made, 'application/json', lifetime)
  }
}

async function makeDocument(server: string): Promise<BuiltFile> {
  const { openApiDocument } = await import('../domain/open-api/open-api-document')
  const plain = Buffer.from(JSON.stringify(await openApiDocument({ server, version: packageVersion })))
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain, BROTLI), promisify(gzip)(plain)])
  return { bodies: { plain, br, gzip: gz }, hash: createHash('sha256').update(plain).digest('base64url') }
}
