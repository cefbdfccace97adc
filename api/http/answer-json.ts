import type { Context } from 'hono'
import type { AppEnv } from './app-env'
import { corsHeaders, VARY } from './cors'
import { defaultHeaders } from './security-headers'

export type AnswerJson = (context: Context<AppEnv>, origin: string | null, body: object) => Response

/**
 * Answers of the client API, with all their headers at once: see `createAnswerHeaders`. What sets headers for every route leaves such
 * an answer alone.
 * @param https whether PUBLIC_API_URL is https
 * @returns its `origin` is the caller's, checked; null without one
 */
export function createAnswerJson(https: boolean): AnswerJson {
  const always = { 'Content-Type': 'application/json', ...defaultHeaders(https), ...VARY }
  return (context, origin, body) => {
    context.set('isWhole', true)
    const headers: Record<string, string> = { ...always, 'X-Request-Id': context.get('requestId') }
    if (origin !== null) Object.assign(headers, corsHeaders(origin))
    return new Response(JSON.stringify(body), { headers })
  }
}
