import { ApiError } from '../../lib/errors'
import { finishFlow } from '../../domain/social/finish-flow'
import type { FlowEnd } from '../../domain/social/finish-flow'
import { withCookie } from '../cookie'
import type { Page } from '../page'
import { answerPage, problemPage } from './answer-page'
import { readFlowCookie, writeFlowCookie } from './flow-cookie'
import { leadBack } from './full-page'
import { notOpenedYet } from './not-opened-yet'

/**
 * Where a provider leads back to. The one GET that changes something: OAuth gives it no other method. It works once, and
 * only with the cookie of the browser that began.
 */
export const callbackPage: Page = async (services, { url, parameters, cookie, address, isSpeculative }) => {
  if (isSpeculative) return notOpenedYet()
  let begun: string | null = null
  const secretOf = (id: string): string | null => {
    const secret = readFlowCookie(services, cookie, id)
    if (secret !== null) begun = id
    return secret
  }
  const back = { provider: parameters['provider'] ?? '', parameters: url.searchParams, secretOf, address }
  const response = await finishFlow(services, back).then(end, (thrown: unknown) => {
    if (thrown instanceof ApiError && thrown.status < 500) return problemPage(thrown)
    throw thrown
  })
  return begun === null ? response : withCookie(response, writeFlowCookie(services, begun, null))
}

function end(ended: FlowEnd): Response | Promise<Response> {
  if (ended.returnUrl === null) return answerPage(ended)
  return leadBack(ended.returnUrl, 'error' in ended ? ended.error : ended)
}
