import { attributeRows, attributes } from '../attributes'
import { errorText, reportProblem } from '../lib/errors'
import { untilPageRestored } from '../lib/page-lifecycle'
import type { MembershipClient, ProfileScreenParams, ScreenName } from '../public'
import { followRedirect, redirectOverrideOf } from '../redirects'
import { dropRedirectOverride, takeRedirectOverride } from '../storage/pending'
import { startLoading } from '../stores/feedback'
import { $member } from '../stores/identity'
import type { Mount } from './directive'
import { afterJoining } from './plans/carry-out'
import { type Choice, choiceOf, hasJoined, keepForReturn, plansToJoin } from './plans/choice'
import { actLikeButton } from './press'

/** The values of `data-ms-modal` and the screens they open. */
const screens = new Map<string, ScreenName>([
  ['login', 'LOGIN'],
  ['signup', 'SIGNUP'],
  ['forgot-password', 'FORGOT_PASSWORD'],
  ['profile', 'PROFILE'],
])

/** `data-ms-modal`: opens a modal at a click. */
export function modalOpener(): Mount {
  const warned = new Set<string>()
  return (element, { client, window, signal }) => {
    const value = element.getAttribute(attributes.modal) ?? ''
    const screen = screens.get(value)
    if (!screen) {
      if (!warned.has(value)) reportProblem('warn', `${attributes.modal}="${value}" opens nothing in this version.`)
      warned.add(value)
      return
    }
    actLikeButton(element, signal)
    if (!element.hasAttribute('aria-haspopup')) element.setAttribute('aria-haspopup', 'dialog')
    for (const intent of ['pointerenter', 'focusin', 'touchstart']) {
      element.addEventListener(intent, () => void client.preloadModals(), { signal, once: true, passive: true })
    }
    element.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        const choice = choiceOf(element)
        // A member joins or buys at once and needs no login for it.
        if (choice && $member.get() !== null) return
        const target = redirectOverrideOf(element)
        void openScreen({ client, window, screen, params: tabOf(element), target, choice })
      },
      { signal },
    )
  }
}

/** Read at the click. Only the profile has tabs; an unknown one is ignored. */
function tabOf(element: Element): ProfileScreenParams {
  const wanted = element.getAttribute(attributes.modalTab)
  const tab = attributeRows.modalTab.values.find((one) => one === wanted)
  return tab ? { tab } : {}
}

interface Opening {
  client: MembershipClient
  window: Window & typeof globalThis
  screen: ScreenName
  params: ProfileScreenParams
  /** The opener's own `data-ms-redirect`. */
  target: string | null
  /** Its plan and price attributes. */
  choice: Choice | null
}

/**
 * Opens a modal for an element of the page. After a success it closes, the plans and prices that waited for the login
 * are joined and bought, and the page goes where the opener, an earlier click or the app says.
 */
export async function openScreen(opening: Opening): Promise<void> {
  const { client, window, screen, params, target, choice } = opening
  const forget = keepForReturn(window, choice, [target])
  try {
    const plans = plansToJoin(window, choice)
    const signup = plans.length > 0 && { signup: { plans } }
    const result = await client.openModal(screen, screen === 'PROFILE' ? params : { ...signup })
    if (result.type === 'LOGIN' || result.type === 'SIGNUP') {
      const isNew = result.type === 'SIGNUP' && hasJoined(result.data.member, plans)
      await finishLogin(opening, isNew, [target ?? takeRedirectOverride(window), result.data.redirect])
    } else {
      if (result.type !== 'CLOSED') client.hideModal()
      if (result.type === 'LOGOUT') followRedirect(window, result.data.redirect)
    }
  } catch (error) {
    client._showMessage(errorText(error), true)
  }
  forget()
  // A modal that led to no login must not decide where a later login leads.
  if (target) dropRedirectOverride(window, target)
}

async function finishLogin(
  { client, window, choice }: Opening,
  isNew: boolean,
  targets: (string | null)[],
): Promise<void> {
  const endLoading = startLoading()
  const { leaves, stays, redirect } = await afterJoining({ client, window }, choice, isNew, targets)
  client.hideModal()
  if (leaves) await untilPageRestored(window)
  else if (!stays) followRedirect(window, ...targets, redirect)
  endLoading()
}
