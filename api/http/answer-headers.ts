import { corsHeaders, VARY } from './cors'
import { defaultHeaders } from './security-headers'

/**
 * The headers of a JSON answer of the client API, one after the other: name, value, name, value. @param origin the caller's, checked;
 * null without one
 */
export type AnswerHeaders = (requestId: string, origin: string | null) => string[]

/**
 * All headers at once, and as Node writes them: to set them one by one on an answer that is made, or to copy them from one object into
 * another, takes longer than the look-up of a session.
 * @param https whether PUBLIC_API_URL is https
 */
export function createAnswerHeaders(https: boolean): AnswerHeaders {
  const always = listOf(headersOfJson(https))
  return (requestId, origin) => {
    const headers = [...always, 'X-Request-Id', requestId]
    if (origin !== null) headers.push(...listOf(corsHeaders(origin)))
    return headers
  }
}

/** Those that are the same for every such answer. @param https see `createAnswerHeaders` */
export const headersOfJson = (https: boolean): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  ...defaultHeaders(https),
  ...VARY,
})

const listOf = (headers: Readonly<Record<string, string>>): string[] => Object.entries(headers).flat()
