import { errorText } from '../../lib/errors'
import { untilPageRestored } from '../../lib/page-lifecycle'
import type { MembershipClient, ProfileScreenParams, ScreenName } from '../../public'
import { dropRedirectOverride, takeRedirectOverride } from '../../storage/pending'
import { startLoading } from '../../stores/feedback'
import { afterJoining, hasJoined, plansToJoin } from '../plans/after-joining'
import type { Choice } from '../plans/choice'
import { keepForReturn } from '../plans/keep-for-return'
import { followRedirect } from '../redirects/redirect'

export interface Opening {
  client: MembershipClient
  window: Window & typeof globalThis
  screen: ScreenName
  params: ProfileScreenParams
  /** The opener's own `data-ms-redirect`. */
  wish: string | null
  /** What its plan and price attributes say. */
  choice: Choice | null
}

/**
 * Opens a modal for an element of the page. After a success it closes, what has waited for the login is carried out,
 * and the member is taken where the opener, an earlier click or the app says.
 */
export async function openScreen(opening: Opening): Promise<void> {
  const { client, window, screen, params, wish, choice } = opening
  const forget = keepForReturn(window, choice, [wish])
  try {
    const plans = plansToJoin(window, choice)
    const signup = plans.length > 0 && { signup: { plans } }
    const result = await client.openModal(screen, screen === 'PROFILE' ? params : { ...signup })
    if (result.type === 'LOGIN' || result.type === 'SIGNUP') {
      const isNew = result.type === 'SIGNUP' && hasJoined(result.data.member, plans)
      await goOn(opening, isNew, [wish ?? takeRedirectOverride(window), result.data.redirect])
    } else {
      if (result.type !== 'CLOSED') client.hideModal()
      if (result.type === 'LOGOUT') followRedirect(window, result.data.redirect)
    }
  } catch (error) {
    client._showMessage(errorText(error), true)
  }
  forget()
  // After a success it has been taken; a modal that led to none must not decide where a later login leads.
  if (wish) dropRedirectOverride(window, wish)
}

async function goOn({ client, window, choice }: Opening, isNew: boolean, targets: (string | null)[]): Promise<void> {
  const endLoading = startLoading()
  const { leaves, stays, redirect } = await afterJoining({ client, window }, choice, isNew, targets)
  client.hideModal()
  if (leaves) await untilPageRestored(window)
  else if (!stays) followRedirect(window, ...targets, redirect)
  endLoading()
}
