/** Logins that the URL of a page brings: a ticket from another site, or the result of a provider's page. */
import type { ProviderFlow } from '../../contract/providers'
import { reportProblem, tryOrUndefined } from '../lib/errors'
import { takeParameter } from '../lib/urls'
import { currentToken, setMember } from '../stores/identity'
import type { PendingFlow } from '../stores/pending-flow'
import type { CallEndpoint } from '../transport/call'
import { loggedIn } from './auth'
import type { ClientContext } from './context'

/**
 * Takes a ticket out of the page's URL, before anything can read, send or store it there. The rest of the URL and the
 * state of the history entry stay the same.
 */
export function takeTicket(window: Window): string | undefined {
  const { value, rest } = takeParameter(window.location.search, 'memberToken')
  if (value === null) return undefined
  replaceUrl(window, (url) => (url.search = rest))
  return value || undefined
}

/** Logs in with a ticket; a refused one leaves a visitor. @param call does not wait for readiness */
export async function exchangeTicket(context: ClientContext, call: CallEndpoint, ticket: string): Promise<void> {
  try {
    const device = context.device.token()
    loggedIn(context, 'login', await call('exchangeMemberTicket', { ticket, device }))
  } catch (error) {
    reportProblem('warn', 'The ticket in the address of this page logs nobody in.', error)
    if (!currentToken()) setMember(null)
  }
}

/** A return from a provider's page: the flow that it ends, and a token for its result or the code of an error. */
export type ProviderReturn = { flow: PendingFlow } & ({ answer: string } | { error: string })

/** The result of a flow with a provider. */
export type ProviderResult =
  { flow: ProviderFlow; redirect: string | null; message: string | undefined } | { error: unknown }

/**
 * Takes the return out of the page's URL, before anything can read, send or store it there, and restores the page's own
 * fragment. It is ignored where this tab has no pending flow: it may be an attacker's login.
 * @param takeFlow what this tab stored when it left
 */
export function takeProviderReturn(window: Window, takeFlow: () => PendingFlow | null): ProviderReturn | undefined {
  const [, failed, value = ''] = /^#ms-auth(-error)?=(.*)$/.exec(window.location.hash) ?? []
  if (!value) return undefined
  const flow = takeFlow()
  replaceUrl(window, (url) => (url.hash = flow?.fragment ?? ''))
  if (flow) return { flow, ...(failed ? { error: value } : { answer: value }) }
  reportProblem('warn', 'A login in the address of this page was begun elsewhere: it logs nobody in.')
  return undefined
}

/** Starts the session of a flow with a provider. A failure changes nothing. @param call does not wait for readiness */
export async function redeemReturn(
  context: ClientContext,
  call: CallEndpoint,
  back: ProviderReturn,
): Promise<ProviderResult> {
  if ('error' in back) return { error: back.error }
  try {
    const { data, message } = await call('redeemProviderAnswer', {
      answer: back.answer,
      verifier: back.flow.verifier,
      device: context.device.token(),
    })
    if (data.flow === 'connect') return { flow: data.flow, redirect: null, message }
    loggedIn(context, data.flow, { data: data.auth })
    return { flow: data.flow, redirect: data.auth.redirect, message }
  } catch (error) {
    return { error }
  } finally {
    if (!currentToken()) setMember(null)
  }
}

function replaceUrl({ location, history }: Window, change: (url: URL) => void): void {
  const url = new URL(location.href)
  change(url)
  // A sandboxed frame may not change its URL.
  tryOrUndefined(() => history.replaceState(history.state, '', url))
}
