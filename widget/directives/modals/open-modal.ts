import { attributes, attributeValues } from '../../attributes'
import { errorText } from '../../lib/error-text'
import { reportProblem } from '../../lib/report-problem'
import type { MembershipClient, ProfileScreenParams, ScreenName } from '../../public'
import { dropRedirectOverride, takeRedirectOverride } from '../../storage/redirect-override'
import { actLikeButton } from '../act-like-button'
import type { Mount } from '../directive'
import { followRedirect } from '../redirects/redirect'
import { wishedRedirect } from '../redirects/redirect-override'

/** The values of `data-ms-modal` and the screens they open. */
const screens = new Map<string, ScreenName>([
  ['login', 'LOGIN'],
  ['signup', 'SIGNUP'],
  ['forgot-password', 'FORGOT_PASSWORD'],
  ['profile', 'PROFILE'],
])

/** `data-ms-modal`: opens a modal; after a success it closes and the member is taken where the opener, an earlier click or the app says. */
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
      element.addEventListener(intent, () => client.preloadModals(), { signal, once: true, passive: true })
    }
    element.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        void open({ client, window, screen, params: tabOf(element), wish: wishedRedirect(element) })
      },
      { signal },
    )
  }
}

/** Read when it is wanted: it counts for the profile only, and one that does not exist is no wish. */
function tabOf(element: Element): ProfileScreenParams {
  const wanted = element.getAttribute(attributes.modalTab)
  const tab = attributeValues.modalTab.find((one) => one === wanted)
  return tab ? { tab } : {}
}

interface Opening {
  client: MembershipClient
  window: Window
  screen: ScreenName
  params: ProfileScreenParams
  /** The opener's own `data-ms-redirect`. */
  wish: string | null
}

async function open({ client, window, screen, params, wish }: Opening): Promise<void> {
  try {
    const result = await client.openModal(screen, screen === 'PROFILE' ? params : {})
    if (result.type !== 'CLOSED') client.hideModal()
    if (result.type === 'LOGIN' || result.type === 'SIGNUP') {
      const override = takeRedirectOverride(window)
      followRedirect(window, wish ?? override, result.data.redirect)
    } else if (result.type === 'LOGOUT') followRedirect(window, result.data.redirect)
  } catch (error) {
    client._showMessage(errorText(error), true)
  }
  // After a success it has been taken; a modal that led to none must not decide where a later login leads.
  if (wish) dropRedirectOverride(window, wish)
}
