import { attributes, attributeValues } from '../../attributes'
import { reportProblem } from '../../lib/errors'
import type { ProfileScreenParams, ScreenName } from '../../public'
import { $member } from '../../stores/identity'
import { actLikeButton } from '../act-like-button'
import type { Mount } from '../directive'
import { choiceOf } from '../plans/choice'
import { wishedRedirect } from '../redirects/redirect-override'
import { openScreen } from './open-screen'

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
      element.addEventListener(intent, () => void client.preloadModals(), { signal, once: true, passive: true })
    }
    element.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        const choice = choiceOf(element)
        // A member joins or buys at once, and needs no login for it.
        if (choice && $member.get() !== null) return
        void openScreen({ client, window, screen, params: tabOf(element), wish: wishedRedirect(element), choice })
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
