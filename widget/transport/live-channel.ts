import { LIVE_COMMENTS_PATH } from '../../contract/endpoints/comments'

export interface LiveSettings {
  window: Window & typeof globalThis
  /** Origin, or base URL, of the API, without a trailing slash. */
  apiUrl: string
  appId: string
  /** Read when a stream is opened: the app's answer may have named it meanwhile. */
  publicKey(this: void): string | null
}

/** Tells by an event `change` that a channel's version is another one. */
export type LiveStream = Pick<EventSource, 'readyState' | 'close'> & EventTarget

export type OpenLive = (channelKey: string) => LiveStream

/** A browser sends no headers with a stream: who asks stands in the address. The session does not. */
export const liveChannels =
  ({ window, apiUrl, appId, publicKey }: LiveSettings): OpenLive =>
  (channelKey) =>
    new window.EventSource(
      `${apiUrl}${LIVE_COMMENTS_PATH}?${new URLSearchParams({ appId, key: publicKey() ?? appId, channelKey })}`,
    )
