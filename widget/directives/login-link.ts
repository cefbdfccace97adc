import { loggedIn } from '../client/auth'
import type { ClientContext } from '../client/context'
import { SITE_LOGIN } from '../client/login-from-url'
import { errorText, reportProblem } from '../lib/errors'
import type { LoginLinkResult, MemberAuth } from '../public'
import { followRedirect } from '../redirects'
import { takeRedirectOverride } from '../storage/pending'
import { waitUntilReady } from '../stores/app'
import { $member, currentToken, setMember } from '../stores/identity'
import { pageText } from '../stores/texts'
import type { CallEndpoint } from '../transport/call'
import type { DirectiveContext } from './directive'
import { continueSecondStep } from './second-step'

type Page = Pick<DirectiveContext, 'client' | 'window'>

/**
 * Opens the link of a login email: logs in at once if this browser requested it, else asks. Anything else in the URL was
 * not started in this tab, so it may be an attacker's login.
 * @param call does not wait for readiness
 */
export async function openLoginLink(
  page: Page,
  context: ClientContext,
  call: CallEndpoint,
  token: string,
): Promise<void> {
  if (token.startsWith(SITE_LOGIN)) void logInForSite(page, context, token.slice(SITE_LOGIN.length))
  else if (!token.startsWith('lnk_'))
    reportProblem('warn', 'Ignored the login in this page’s URL: it was not started in this tab.')
  else
    try {
      const { device } = context
      device.method = 'code'
      const sent = { token, requestToken: device.linkRequest(), device: device.token() }
      const { data, message } = await call('loginLink', sent)
      const auth = data.login && loggedIn(context, 'login', { data: data.login }).data
      void afterOpening(page, token, { auth, request: data.request, message })
    } catch (error) {
      void afterRefusal(page, error)
    }
  if (!currentToken()) setMember(null)
}

/** Logs in here, where the passkeys work, and returns with a ticket. The server refuses pages that are not the app's. */
async function logInForSite({ client }: Page, { window, call }: ClientContext, encoded: string): Promise<void> {
  await waitUntilReady()
  try {
    const url = new URL(decodeURIComponent(encoded))
    if (!$member.get() && !/^(LOGIN|SIGNUP)$/.test((await client.openModal('LOGIN')).type)) return
    const { data } = await call('createMemberTicket', { returnUrl: url.href })
    url.search = `?memberToken=${data.ticket}`
    window.location.assign(url)
  } catch (error) {
    client.hideModal()
    client._showMessage(errorText(error), true)
  }
}

async function afterOpening(
  page: Page,
  token: string,
  opened: { auth: MemberAuth | null; request: LoginLinkResult['request']; message: string | undefined },
): Promise<void> {
  const { auth, request, message } = opened
  await waitUntilReady()
  if (auth) return finish(page, auth, message)
  const { email = '', agent, network } = request ?? {}
  const device = [agent, network].filter(Boolean).join(', ')
  const result = await page.client.openModal('LOGIN_LINK', { token, email, ...(device && { device }) })
  if (result.type !== 'LOGIN') return
  page.client.hideModal()
  finish(page, result.data, undefined)
}

async function afterRefusal({ client, window }: Page, error: unknown): Promise<void> {
  await waitUntilReady()
  try {
    const sent = await continueSecondStep({ client }, error)
    if (!sent) throw error
    followRedirect(window, takeRedirectOverride(window), sent.redirect)
  } catch (reason) {
    client._showMessage(errorText(reason), true)
  }
}

function finish({ client, window }: Page, { redirect }: MemberAuth, message: string | undefined): void {
  const isLeft = followRedirect(window, takeRedirectOverride(window), redirect)
  if (message || !isLeft) client._showMessage(message ?? pageText('login_success_message'))
}
