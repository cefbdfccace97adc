import { isRecord } from '../lib/is-record'
import { tellInspector } from '../stores/inspection'
import type { CallEndpoint } from '../transport/call'

/** The same calls, of each of which the inspector is told once it is over. */
export const toldCall =
  (call: CallEndpoint): CallEndpoint =>
  async (name, input, options) => {
    const began = Date.now()
    const tell = (status: number, code: string | null): void =>
      tellInspector({ kind: 'call', name, input, status, code, tookMs: Date.now() - began })
    try {
      const answer = await call(name, input, options)
      tell(200, null)
      return answer
    } catch (error) {
      const { statusCode, code } = isRecord(error) ? error : {}
      tell(Number(statusCode) || 0, String(code))
      throw error
    }
  }
