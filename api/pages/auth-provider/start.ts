import type { ProviderFlow } from '../../../contract/providers'
import { ApiError, toApiError } from '../../lib/errors'
import { beginFlow } from '../../domain/social/begin-flow'
import type { FlowRequest } from '../../domain/social/begin-flow'
import { findConnectCaller } from '../../domain/social/find-connect-caller'
import { reasonOf } from '../../domain/payments/reason-of'
import type { Services } from '../../ports/services'
import { withCookie } from '../cookie'
import type { Page, PageRequest } from '../page'
import { redirectTo } from '../redirect-to'
import { answerPage, problemPage } from './answer-page'
import { connectQuestion } from './connect-question'
import { writeFlowCookie } from './flow-cookie'
import { leadBack, offerWayBack } from './full-page'
import { notOpenedYet } from './not-opened-yet'
import { findOpener, readReturn } from './opener'
import type { Opener } from './opener'
import { readWishes } from './read-wishes'
import { unknownOpener } from './unknown-opener'

/** `state` of our client. */
const OPENER_STATE_MAX_CHARS = 128

type Return = ReturnType<typeof readReturn>

/** What a window or a full-page way begins with: on to the provider, or an error for the page that asked. */
export const startPage =
  (flow: ProviderFlow): Page =>
  async (services, request) => {
    if (request.isSpeculative) return notOpenedYet()
    try {
      const opener = await findOpener(services, request)
      if (!opener) return await unknownOpener()
      const back = readReturn(request.url.searchParams, opener.origin)
      return await begin(services, request, flow, opener, back).catch((thrown: unknown) =>
        refuse(services, request, opener, back, thrown),
      )
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status < 500) return problemPage(thrown)
      throw thrown
    }
  }

async function begin(
  services: Services,
  { url, address }: PageRequest,
  flow: ProviderFlow,
  opener: Opener,
  back: Return,
): Promise<Response> {
  const parameters = url.searchParams
  const { app, mode } = opener
  const wanted: FlowRequest = {
    app,
    mode,
    flow,
    provider: parameters.get('provider') ?? '',
    openerOrigin: opener.origin,
    openerState: readState(parameters),
    returnUrl: back?.url ?? null,
    challenge: back?.challenge ?? null,
    wishes: readWishes(app, parameters),
    caller: flow === 'connect' ? await findConnectCaller(services, opener, readProof(parameters)) : null,
    address,
  }
  const { authorizeUrl, secret, id } = await beginFlow(services, wanted)
  const onward = wanted.caller && !opener.isWitnessed ? connectQuestion(services, wanted, authorizeUrl) : null
  return withCookie((await onward) ?? redirectTo(authorizeUrl.href), writeFlowCookie(services, id, secret))
}

const readProof = (parameters: URLSearchParams) => ({
  ticket: parameters.get('ticket'),
  sessionToken: parameters.get('member'),
})

function readState(parameters: URLSearchParams): string | null {
  const state = parameters.get('state')
  if (state !== null && state.length > OPENER_STATE_MAX_CHARS) throw new ApiError('invalid-field-value')
  return state
}

/** Tells whoever asked, by the way on which they asked. */
function refuse(
  { log }: Services,
  { url }: PageRequest,
  opener: Opener,
  back: Return,
  thrown: unknown,
): Response | Promise<Response> {
  const error = toApiError(thrown)
  if (error.cause !== undefined)
    log.error({ code: error.code, reason: reasonOf(error.cause) }, 'a way to a provider could not be begun')
  if (back && (opener.mode === 'live' || opener.isWitnessed)) return leadBack(back.url, error)
  if (back) return offerWayBack(back.url, error)
  const state = url.searchParams.get('state')
  const { code, message } = error
  return answerPage({
    openerOrigin: opener.origin,
    answer: { ...(state !== null && { state }), error: { code, message } },
  })
}
