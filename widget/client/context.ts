/** Shared by the groups of client methods. */
import type { MembershipEndpointName } from '../../contract/endpoints/membership'
import { PATH_MAX_CHARS } from '../../contract/limits'
import type { Answer, Call } from '../../contract/schemas'
import { takeParameter } from '../lib/urls'
import type { DeviceMemory } from '../stores/device'
import { $visitSessionId } from '../stores/identity'
import type { PendingFlow } from '../stores/pending-flow'
import type { CallEndpoint, CallOptions } from '../transport/call'
import { sessionData } from '../transport/session-data'

export interface ClientContext {
  window: Window & typeof globalThis
  /** Origin or base URL of the API, without a trailing slash. */
  apiUrl: string
  appId: string
  /** From the install tag or the app; null until known. */
  publicKey: () => string | null
  /** Waits until the first app and member are loaded or timed out. */
  call: CallEndpoint
  /** False if the page opted out of analytics or the browser asks not to be tracked. */
  mayTrack: boolean
  /** Invite token of this tab; null without one. */
  inviteToken: () => string | null
  /** Stores a flow before a provider's page replaces this page. False if storage is blocked. */
  saveFlow: (flow: PendingFlow) => boolean
  device: DeviceMemory
}

/** Forwards a copy of the parameters: the server reports missing ones. */
export const forwardCall =
  (call: CallEndpoint) =>
  <K extends MembershipEndpointName>(name: K) =>
  async (params: Call<K>, options?: CallOptions): Promise<Answer<K>> =>
    call<K>(name, { ...params }, options)

/** The visit that led to a sign-up or purchase; nothing if tracking is off. */
export const conversion = ({ mayTrack, window }: ClientContext) =>
  mayTrack && { conversionData: { url: window.location.pathname, ...sessionData(window, $visitSessionId.get()) } }

/**
 * The return URL: without an invite token, which is private, and without query and fragment if it is too long for the
 * server.
 */
export function returnUrlOf({ origin, pathname, search, hash }: Location): string {
  const path = origin + pathname
  const url = path + takeParameter(search, 'inviteToken').rest + hash
  return url.length > PATH_MAX_CHARS ? path : url
}
