import type { Call, Output } from '../../../contract/schemas'
import type { CallFailure, CallResult, SiteApi, SiteCall } from '../../../host-site/lib/site-api'

/** Responses by call: `data` or an error. */
export type Replies = {
  [K in SiteCall]?: (input: Call<K>) => Output<K> | CallFailure | Promise<Output<K> | CallFailure>
}

export const refused = (code: string, error = '', retryAfterSeconds: number | null = null): CallFailure => ({
  success: false,
  code,
  error,
  retryAfterSeconds,
})

/** A fake API with the given responses; other calls fail. Records all calls. */
export function answering(replies: Replies, messages: Partial<Record<SiteCall, string>> = {}) {
  const asked: [SiteCall, object][] = []
  const call: SiteApi['call'] = async <K extends SiteCall>(name: K, input: Call<K>): Promise<CallResult<K>> => {
    asked.push([name, input])
    const reply: ((given: Call<K>) => Output<K> | CallFailure | Promise<Output<K> | CallFailure>) | undefined =
      replies[name]
    const data = (await reply?.(input)) ?? refused('')
    return isRefusal(data) ? data : { success: true, data, message: messages[name] ?? '' }
  }
  return { call, asked, namesAsked: () => asked.map(([name]) => name) }
}

const isRefusal = (data: object): data is CallFailure => 'success' in data && data.success === false
