import type { ClaimedIdentity } from '../to-identity'

/** How a profile is read: with the access token, within the time that is left. */
export interface ProfileSource {
  url: string
  accessToken: string
  clientSecret: string
  /**
   * The JSON object at an address of the provider.
   * @throws ApiError where it answers anything else
   */
  ask: (url: string | URL) => Promise<Record<string, unknown>>
  /** The same for what not every account has, or gives: undefined where it refuses, and a list may come too. */
  askForMore: (url: string) => Promise<unknown>
}

export type ReadProfile = (source: ProfileSource) => Promise<ClaimedIdentity>
