import type { Trip } from '../stores/departure'
import type { DeviceMemory } from '../stores/device'
import type { CallEndpoint } from '../transport/call'

/** What the groups of client methods work with. */
export interface ClientContext {
  window: Window & typeof globalThis
  /** Origin, or base URL, of the API, without a trailing slash. */
  apiUrl: string
  appId: string
  /** Of the install tag or of the app's answer; null until one is known. */
  publicKey: () => string | null
  /** Waits until the first app and member answer is in, or its deadline has passed. */
  call: CallEndpoint
  /** False where the page opted out of analytics or the visitor's browser asks not to be tracked. */
  mayTrack: boolean
  /** Of the team that a visitor of this tab was invited to, null without one. */
  inviteToken: () => string | null
  /** Keeps it for this tab, while a provider's page has the place of its own; false where nothing can be kept. */
  keepTrip: (trip: Trip) => boolean
  device: DeviceMemory
}
