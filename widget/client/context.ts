/** What the groups of client methods share. */
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
  /** Origin, or base URL, of the API, without a trailing slash. */
  apiUrl: string
  appId: string
  /** Of the install tag or of the app; null until one is known. */
  publicKey: () => string | null
  /** Waits until the first app and member are loaded, or their deadline has passed. */
  call: CallEndpoint
  /** False where the page opted out of analytics or the visitor's browser asks not to be tracked. */
  mayTrack: boolean
  /** Of the team that a visitor of this tab was invited to, null without one. */
  inviteToken: () => string | null
  /** Stores a flow for this tab while a provider's page replaces its page; false where nothing can be stored. */
  saveFlow: (flow: PendingFlow) => boolean
  device: DeviceMemory
}

/** Makes methods that forward a copy of their parameters: the server names a missing one. */
export const forwardCall =
  (call: CallEndpoint) =>
  <K extends MembershipEndpointName>(name: K) =>
  async (params: Call<K>, options?: CallOptions): Promise<Answer<K>> =>
    call<K>(name, { ...params }, options)

/** The visit that led to a sign-up or a purchase; nothing where tracking is off. */
export const conversion = ({ mayTrack, window }: ClientContext) =>
  mayTrack && { conversionData: { url: window.location.pathname, ...sessionData(window, $visitSessionId.get()) } }

/**
 * The URL to come back to: without an invite token, which is nobody else's; without query and fragment where it is too
 * long for the server.
 */
export function returnUrlOf({ origin, pathname, search, hash }: Location): string {
  const path = origin + pathname
  const url = path + takeParameter(search, 'inviteToken').rest + hash
  return url.length > PATH_MAX_CHARS ? path : url
}
