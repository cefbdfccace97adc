import type { VerifierKey } from '../../../contract/tlog/signed-note'
import type { Witness } from '../../ports/trusttag/witness'

const TIMEOUT_MS = 10_000
/** A few signature lines are far below. */
const ANSWER_MAX_BYTES = 20_000

/** A witness somewhere else. @param url without a slash at the end. @param timeoutMs for the whole answer */
export const createHttpWitness = (
  { key, url }: { key: VerifierKey; url: string },
  timeoutMs = TIMEOUT_MS,
): Witness => ({
  key,
  isSelfRun: false,
  async addCheckpoint(request) {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await post(`${url}/add-checkpoint`, request, signal)
    } catch (error) {
      if (error instanceof TooLongError) throw error
      throw new Error(signal.aborted ? 'it did not answer in time' : 'it cannot be reached', { cause: error })
    }
  },
})

class TooLongError extends Error {}

async function post(url: string, body: string, signal: AbortSignal): Promise<{ status: number; body: string }> {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  // Whoever a redirect leads to is not who was chosen.
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  return { status: response.status, body: await readText(response) }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) throw new TooLongError('its answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
