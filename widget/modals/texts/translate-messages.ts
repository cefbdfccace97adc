import { fillText } from './fill-text'
import { isRecord } from '../../lib/values'
import type { MembershipClient } from '../../public'

/**
 * The client as the screens of a modal use it: what the server says to the person is said in the modal's language
 * where a text for it exists: `error_<code>` for a refusal (`error_<code>_<method>` by the first of its `methods`),
 * `success_<notice>` or `success_<method>` for a message. Else the
 * server's own words stay.
 * @param find the text of a key, null for none; asked at each answer
 */
export function translateMessages(client: MembershipClient, find: (key: string) => string | null): MembershipClient {
  const refuse = (reason: unknown): never => {
    if (!isRecord(reason)) throw reason
    const { code, methods, retryAfterSeconds } = reason
    const key = `error_${String(code)}`
    const [first] = Array.isArray(methods) ? methods : []
    const found = (first && find(`${key}_${String(first)}`)) ?? find(key)
    const text = found && fillText(found, { minutes: Math.ceil(Number(retryAfterSeconds) / 60) })
    throw text === null ? reason : Object.assign(reason, { message: text })
  }
  const answer = (name: string, value: unknown): unknown => {
    const notice = isRecord(value) ? value['notice'] : null
    const text = find(`success_${typeof notice === 'string' ? notice : name}`)
    if (text === null || !isRecord(value)) return value
    // One method's answer is itself a sentence for the person.
    if (typeof value['data'] === 'string') return { ...value, data: text }
    return 'message' in value ? { ...value, message: text } : value
  }
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...input: unknown[]) => {
        const result: unknown = Reflect.apply(method, target, input)
        return result instanceof Promise ? result.then((value) => answer(String(name), value), refuse) : result
      }
    },
  })
}
