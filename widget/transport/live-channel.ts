import { LIVE_COMMENTS_PATH } from '../../contract/endpoints/comments'

export interface LiveSettings {
  window: Window & typeof globalThis
  /** Origin or base URL of the API, without a trailing slash. */
  apiUrl: string
  appId: string
  /** Read when a stream is opened: it may come with the app. */
  publicKey(this: void): string | null
}

/** Fires `change` when a channel has a new version. */
export type LiveStream = Pick<EventSource, 'readyState' | 'close'> & EventTarget

export type OpenLive = (channelKey: string) => LiveStream

/** EventSource sends no headers: the app key is in the URL, the session token is not. */
export const liveChannels =
  ({ window, apiUrl, appId, publicKey }: LiveSettings): OpenLive =>
  (channelKey) =>
    new window.EventSource(
      `${apiUrl}${LIVE_COMMENTS_PATH}?${new URLSearchParams({ appId, key: publicKey() ?? appId, channelKey })}`,
    )
