import type { Context } from 'hono'
import { ApiError } from '../domain/api-error'
import type { AppEnv } from './app-env'

/** The parameters of the path. @throws ApiError `not-found` for one that no row could be called: databases refuse to look for it */
export function readParams(context: Context<AppEnv>): Record<string, string> {
  const params: Record<string, string> = context.req.param()
  if (Object.values(params).some((value) => value.includes('\u0000'))) throw new ApiError('not-found')
  return params
}
