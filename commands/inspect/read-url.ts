import { decodeHtml, isBinary } from './decode-html'
import { SOURCE_MAX_BYTES, tooLarge, UnreadableError } from './source'
import type { Source } from './source'

const TIME_LIMIT_SECONDS = 20

/**
 * Fetches one page, and nothing that it names.
 * @param name its address as it was typed, and what it is called in the report
 * @throws {UnreadableError}
 */
export async function readUrlSource(name: string, timeLimitMs = TIME_LIMIT_SECONDS * 1000): Promise<Source> {
  try {
    const answer = await fetch(name, {
      headers: {
        accept: 'text/html, application/xhtml+xml;q=0.9, text/plain;q=0.5',
        'user-agent': 'membership-inspect',
      },
      signal: AbortSignal.timeout(timeLimitMs),
    })
    if (!answer.ok) throw new UnreadableError(`answered ${answer.status}`)
    const type = answer.headers.get('content-type') ?? 'text/html'
    if (!/^(text\/|application\/xhtml\+xml)/i.test(type)) throw new UnreadableError(`is no page (${type})`)
    const bytes = await readBody(answer)
    if (isBinary(bytes)) throw new UnreadableError('is not text')
    const said = /charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? null
    // Where a redirect has led to.
    return { name, text: decodeHtml(bytes, said), path: new URL(answer.url).pathname }
  } catch (error) {
    throw networkProblem(error, timeLimitMs)
  }
}

async function readBody(answer: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > SOURCE_MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function networkProblem(error: unknown, timeLimitMs: number): unknown {
  if (error instanceof UnreadableError || !(error instanceof Error)) return error
  if (error.name === 'TimeoutError') return new UnreadableError(`did not answer within ${timeLimitMs / 1000} seconds`)
  const { cause } = error
  const why = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : error.message
  return new UnreadableError(`cannot be fetched (${why})`)
}
