import type { CallEndpoint } from '../transport/call'

/** What the groups of client methods work with. */
export interface ClientContext {
  window: Window & typeof globalThis
  /** Waits until the first app and member answer is in, or its deadline has passed. */
  call: CallEndpoint
  /** False where the page opted out of analytics or the visitor's browser asks not to be tracked. */
  mayTrack: boolean
  /** Of the team that a visitor of this tab was invited to, null without one. */
  inviteToken: () => string | null
}
