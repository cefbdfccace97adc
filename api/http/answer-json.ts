import type { Context } from 'hono'
import { headersOfJson } from './answer-headers'
import type { AppEnv } from './app-env'
import { corsHeaders } from './cors'

export type AnswerJson = (context: Context<AppEnv>, origin: string | null, body: object) => Response

/**
 * Answers of the client API, with all their headers at once: see `createAnswerHeaders`. What sets headers for every route leaves such
 * an answer alone.
 * @param https whether PUBLIC_API_URL is https
 * @returns its `origin` is the caller's, checked; null without one
 */
export function createAnswerJson(https: boolean): AnswerJson {
  const always = headersOfJson(https)
  return (context, origin, body) => {
    context.set('isWhole', true)
    const headers: Record<string, string> = { ...always, 'X-Request-Id': context.get('requestId') }
    if (origin !== null) Object.assign(headers, corsHeaders(origin))
    return new Response(JSON.stringify(body), { headers })
  }
}
