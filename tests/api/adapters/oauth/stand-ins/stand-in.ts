import type { ProviderUrls } from '../../../../../api/features/social/settings'
import type { serveStandIn } from './serve-stand-in'

export interface StandInOptions {
  /** What its API answers of the person who logs in. */
  person: Record<string, unknown>
  /** Whether the person refuses. */
  cancels?: boolean
}

export type StandIn = Awaited<ReturnType<typeof serveStandIn>> & {
  /** Below its address. */
  paths: ProviderUrls
}
