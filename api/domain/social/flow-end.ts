import type { ProviderAnswer } from '../../../contract/provider-answer'
import type { ProviderFlow } from '../../../contract/providers'
import type { ProviderFlowRow } from '../../ports/provider-store'
import type { ApiError } from '../../lib/errors'

/** For the security log: what it came to, and for whom. */
export interface FlowDone {
  came: ProviderFlow
  memberId: string
  /** Whether it is over, and not to be fetched first. */
  isOver: boolean
}

/** How it ended: for the page that opened the window, or for the one to lead back to, which fetches it by a token. */
export type FlowEnd = Pick<ProviderFlowRow, 'openerOrigin'> & { done?: FlowDone } & (
    | { answer: ProviderAnswer; returnUrl: null }
    | { returnUrl: string; token: string }
    | { returnUrl: string; error: { code: string; message: string } }
  )

type Opener = Pick<ProviderFlowRow, 'openerOrigin' | 'openerState'>

/** For the page that opened the window. */
export function answerOpener({ openerOrigin, openerState: state }: Opener, answer: ProviderAnswer): FlowEnd {
  return { openerOrigin, returnUrl: null, answer: { ...(state !== null && { state }), ...answer } }
}

export function failFlow(flow: Opener & Pick<ProviderFlowRow, 'returnUrl'>, { code, message }: ApiError): FlowEnd {
  const { openerOrigin, returnUrl } = flow
  const error = { code, message }
  return returnUrl === null ? answerOpener(flow, { error }) : { openerOrigin, returnUrl, error }
}
