import { attributeRows, attributes } from '../attributes'
import { errorText, reportProblem } from '../lib/errors'
import { untilPageRestored } from '../lib/page-lifecycle'
import type { LoginScreenParams, MembershipClient, ProfileScreenParams, ScreenName } from '../public'
import { followRedirect, redirectOverrideOf } from '../redirects'
import { dropRedirectOverride, takeRedirectOverride } from '../storage/pending'
import { $app, $readiness, waitUntilReady } from '../stores/app'
import { startLoading } from '../stores/feedback'
import { $member } from '../stores/identity'
import { pageText } from '../stores/texts'
import type { Mount } from './directive'
import { afterJoining } from './plans/carry-out'
import { type Choice, choiceOf, hasJoined, keepForReturn, plansToJoin, successMessageOf } from './plans/choice'
import { actLikeButton } from './press'
import { allowsSignup } from './social/provider-elements'

/** Screens by the value of `data-ms-modal`. */
const screens = new Map<string, ScreenName>([
  ['login', 'LOGIN'],
  ['signup', 'SIGNUP'],
  ['forgot-password', 'FORGOT_PASSWORD'],
  ['profile', 'PROFILE'],
  ['test-card', 'TEST_CARD'],
  ['add-passkey', 'ADD_PASSKEY'],
  ['second-factor-setup', 'SECOND_FACTOR_SETUP'],
  ['reauthenticate', 'REAUTHENTICATE'],
])

/** Visitors log in instead. */
const forMembers: ReadonlySet<ScreenName> = new Set(['PROFILE', 'ADD_PASSKEY', 'SECOND_FACTOR_SETUP', 'REAUTHENTICATE'])

/** `data-ms-modal`: opens a modal when clicked. */
export function modalOpener(): Mount {
  const warned = new Set<string>()
  let awaitsMouse = true
  return (element, { client, window, signal }) => {
    const value = element.getAttribute(attributes.modal) ?? ''
    const screen = screens.get(value)
    if (!screen) {
      if (!warned.has(value))
        reportProblem('warn', `Unknown modal "${value}". Use one of: ${[...screens.keys()].join(', ')}.`)
      warned.add(value)
      return
    }
    actLikeButton(element, signal)
    if (!element.hasAttribute('aria-haspopup')) element.setAttribute('aria-haspopup', 'dialog')
    const shown = (): ScreenName => (forMembers.has(screen) && $member.get() === null ? 'LOGIN' : screen)
    for (const intent of ['pointerenter', 'focusin', 'touchstart']) {
      element.addEventListener(intent, () => void client.preloadModals(shown()), { signal, once: true, passive: true })
    }
    // Without a screen: a form that nobody opens would stand beside the page's own.
    if (awaitsMouse) onFirstMouse(window, () => void client.preloadModals())
    awaitsMouse = false
    element.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        const choice = choiceOf(element)
        // A member joins or buys immediately, without a login.
        if (choice && $member.get() !== null) return undefined
        if (screen === 'TEST_CARD') return void openTestCards(client)
        // Visitors don't see an opener of the profile, but a script may click it.
        if (screen === 'PROFILE' && $member.get() === undefined && $readiness.get() === 'waiting')
          return void waitUntilReady().then(() => !signal.aborted && element.click())
        const opened = shown()
        const params = opened === 'PROFILE' ? tabOf(element) : allowsSignup(element)
        const target = redirectOverrideOf(element)
        const message = successMessageOf(element)
        return void openScreen({ client, window, screen: opened, params, target, choice, message })
      },
      { signal },
    )
  }
}

/**
 * Works once somebody moves a mouse and the browser is idle. Loading the page stays as cheap as without it, and so does
 * a phone, where that time is not free.
 */
function onFirstMouse(window: Window, work: () => void): void {
  const onMove = ({ pointerType }: PointerEvent): void => {
    if (pointerType !== 'mouse') return
    window.removeEventListener('pointermove', onMove)
    // Safari has none.
    if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  }
  window.addEventListener('pointermove', onMove, { passive: true })
}

/** Read at the click. Only the profile has tabs. An unknown one is ignored. */
function tabOf(element: Element): ProfileScreenParams {
  const wanted = element.getAttribute(attributes.modalTab)
  const tab = attributeRows.modalTab.values.find((one) => one === wanted)
  return tab ? { tab } : {}
}

/** Test cards pay nothing on a live page. */
async function openTestCards(client: MembershipClient): Promise<void> {
  await waitUntilReady()
  if ($app.get()?.mode === 'live') return client._showMessage(pageText('test_card_live_message'), true)
  const opened = await client
    .openModal('TEST_CARD')
    .catch((error: unknown) => client._showMessage(errorText(error), true))
  if (opened?.type !== 'CLOSED') client.hideModal()
}

interface Opening {
  client: MembershipClient
  window: Window & typeof globalThis
  screen: ScreenName
  params: ProfileScreenParams & LoginScreenParams
  /** The opener's own `data-ms-redirect`. */
  target: string | null
  /** Its plan and price attributes. */
  choice: Choice | null
  /** Its `data-ms-success-message`. */
  message?: string | undefined
}

/**
 * Opens a modal for an element of the page. After a success it closes, the remembered plans and prices are joined and
 * bought, and the page follows the redirect of the opener, of an earlier click or of the app.
 */
export async function openScreen(opening: Opening): Promise<void> {
  const { client, window, screen, params, target, choice } = opening
  const forget = keepForReturn(window, choice, [target])
  try {
    const plans = plansToJoin(window, choice)
    const signup = plans.length > 0 && { signup: { plans } }
    const result = await client.openModal(screen, { ...params, ...(screen !== 'PROFILE' && signup) })
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
  // A modal that led to no login must not redirect a later one.
  if (target) dropRedirectOverride(window, target)
}

async function finishLogin(
  { client, window, choice, message }: Opening,
  isNew: boolean,
  targets: (string | null)[],
): Promise<void> {
  const endLoading = startLoading()
  const { leaves, stays, redirect } = await afterJoining({ client, window }, choice, isNew, targets)
  client.hideModal()
  if (leaves) await untilPageRestored(window)
  else if (!stays) {
    if (message) client._showMessage(message)
    followRedirect(window, ...targets, redirect)
  }
  endLoading()
}
