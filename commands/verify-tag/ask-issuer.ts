import { isLoopback } from '../../api/lib/text'

const TIME_LIMIT_MS = 10_000
const ANSWER_MAX_BYTES = 2_000_000

/** Reads a file of an issuer; null where there is none, or no answer. */
export type AskIssuer = (host: string, path: string) => Promise<string | null>

/**
 * Reads over HTTPS; over HTTP only on this machine, where nobody stands between. A redirect is not followed: what an issuer
 * publishes stands on its own host.
 */
export const askIssuer: AskIssuer = async (host, path) => {
  try {
    const answer = await fetch(originOf(host) + path, {
      redirect: 'error',
      headers: { 'user-agent': 'trusttag-verify' },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    return answer.ok ? await readText(answer) : null
  } catch {
    return null
  }
}

/** @param host with its port, if it has one */
export function originOf(host: string): string {
  const isHere = isLoopback(new URL(`http://${host}`).hostname)
  return `${isHere ? 'http' : 'https'}://${host}`
}

async function readText(answer: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > ANSWER_MAX_BYTES) return null
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
