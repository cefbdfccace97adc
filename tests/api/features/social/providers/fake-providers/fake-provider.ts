import type { ProviderUrls } from '../../../../../../api/features/social/settings'
import type { serveFakeProvider } from './serve-fake-provider'

export interface FakeProviderOptions {
  /** What its API reports about the person who logs in. */
  person: Record<string, unknown>
  /** Whether the person refuses. */
  cancels?: boolean
}

export type FakeProvider = Awaited<ReturnType<typeof serveFakeProvider>> & {
  /** Below its address. */
  paths: ProviderUrls
}
