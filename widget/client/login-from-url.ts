/** Logins from the page's URL: a ticket of another site, or the result of a provider's page. */
import type { ProviderFlow } from '../../contract/providers'
import { reportProblem, tryOrUndefined } from '../lib/errors'
import { takeParameter } from '../lib/urls'
import { takeSiteLogin } from '../storage/pending'
import { currentToken, setMember } from '../stores/identity'
import type { PendingFlow } from '../stores/pending-flow'
import type { CallEndpoint } from '../transport/call'
import { loggedIn } from './auth'
import type { ClientContext } from './context'

/**
 * Removes a ticket from the page's URL before anything can read, send or store it. The rest of the URL and the history
 * state stay.
 * @param isWanted the page takes tickets of any site; otherwise only after a login that this tab began
 */
export function takeTicket(window: Window, isWanted: boolean): string | undefined {
  const { value, rest } = takeParameter(window.location.search, 'memberToken')
  const search = value === null ? null : takeSiteLogin(window)
  if (value === null || (search === null && !isWanted)) return undefined
  replaceUrl(window, (url) => (url.search = search ?? rest))
  return value || undefined
}

/** Logs in with a ticket. A rejected one leaves a visitor. @param call does not wait for readiness */
export async function exchangeTicket(context: ClientContext, call: CallEndpoint, ticket: string): Promise<void> {
  try {
    const device = context.device.token()
    loggedIn(context, 'login', await call('exchangeMemberTicket', { ticket, device }))
  } catch (error) {
    reportProblem('warn', 'The login ticket in this page’s URL was rejected.', error)
    if (!currentToken()) setMember(null)
  }
}

/** A page of another domain of the app wants a login here, where the passkeys work. Its URL follows. */
export const SITE_LOGIN = 'at_'

/** A return from a provider's page: the flow it ends, and a token for its result or an error code. */
export type ProviderReturn = { flow: PendingFlow } & ({ answer: string } | { error: string })

/** What the page's URL brought. */
export type UrlLogin = ProviderReturn | { link: string }

/** The result of a provider flow. */
export type ProviderResult =
  { flow: ProviderFlow; redirect: string | null; message: string | undefined } | { error: unknown }

/**
 * Removes a login from the page's URL before anything can read, send or store it, and restores the fragment. Without a
 * pending flow of this tab it is the link of an email, or a foreign login (`openLoginLink`).
 * @param takeFlow what this tab stored when it left
 */
export function takeUrlLogin(window: Window, takeFlow: () => PendingFlow | null): UrlLogin | undefined {
  const [, failed, value = ''] = /^#ms-auth(-error)?=(.*)$/.exec(window.location.hash) ?? []
  if (!value) return undefined
  const flow = value.startsWith('lnk_') || value.startsWith(SITE_LOGIN) ? null : takeFlow()
  replaceUrl(window, (url) => (url.hash = flow?.fragment ?? ''))
  if (!flow) return { link: failed ? '' : value }
  return { flow, ...(failed ? { error: value } : { answer: value }) }
}

/** Starts the session of a provider flow. A failure changes nothing. @param call does not wait for readiness */
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
    context.device.method = back.flow.method ?? null
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
  // A sandboxed frame can't change its URL.
  tryOrUndefined(() => history.replaceState(history.state, '', url))
}
