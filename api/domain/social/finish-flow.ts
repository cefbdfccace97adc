import type { ProviderAnswer } from '../../../contract/provider-answer'
import { ApiError } from '../api-error'
import type { ProviderFlowRow } from '../../ports/provider-store'
import type { SocialServices } from './begin-flow'

export interface FlowReturn {
  /** Of the callback's path. */
  provider: string
  /** What the provider led back with: `state`, `code` or `error`, `iss`. */
  parameters: URLSearchParams
  /** Answers the secret in the browser's cookie for the way with this id; null without one. */
  secretOf: (id: string) => string | null
  /** The caller's address. */
  address: string
}

/** How it ended: for the page that opened the window, or for the one to lead back to, which fetches it by a token. */
export type FlowEnd = Pick<ProviderFlowRow, 'openerOrigin'> &
  (
    | { answer: ProviderAnswer; returnUrl: null }
    | { returnUrl: string; token: string }
    | { returnUrl: string; error: { code: string; message: string } }
  )

/**
 * What the provider's answer comes to: a login, a new member, a connection, or an error for whoever asked.
 * @throws ApiError `provider-session-expired` where nobody can be told: the way is unknown, over, or another browser's
 */
export async function finishFlow(_services: SocialServices, _back: FlowReturn): Promise<FlowEnd> {
  throw new ApiError('provider-session-expired')
}
