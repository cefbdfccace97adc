import type { Handler } from 'hono'
import { ApiError } from '../domain/api-error'
import type { AppEnv } from './app-env'

/** Answers every method that a path lacks, naming the ones it has; `OPTIONS` itself gets them as an empty answer. */
export function methodNotAllowed(methods: readonly string[]): Handler<AppEnv> {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (context) => {
    context.header('Allow', allow)
    if (context.req.method === 'OPTIONS') return context.body(null, 204)
    throw new ApiError('method-not-allowed')
  }
}
