import type { RequestContext } from '../../ports/handler'
import type { Channel } from '../../ports/comment-store'
import { ApiError } from '../../lib/errors'

/** A channel of the app that is asked. @throws ApiError `comments-not-offered` */
export function channelOf({ app, mode }: Pick<RequestContext, 'app' | 'mode'>, channelKey: string): Channel {
  requireComments({ app })
  return { appId: app.id, mode, channelKey }
}

/** @throws ApiError `comments-not-offered` for an app that has none */
export function requireComments({ app }: Pick<RequestContext, 'app'>): void {
  if (!app.comments) throw new ApiError('comments-not-offered')
}
