import { attributes, withAttribute } from '../../attributes'
import { errorText } from '../../lib/error-text'
import { reportProblem } from '../../lib/report-problem'
import type { MembershipClient, ScreenName } from '../../public'
import { actLikeButton } from '../act-like-button'
import type { Directive } from '../directive'
import { followRedirect } from '../redirects/redirect'

/** The values of `data-ms-modal` and the screens they open. */
const screens = new Map<string, ScreenName>([
  ['login', 'LOGIN'],
  ['signup', 'SIGNUP'],
  ['forgot-password', 'FORGOT_PASSWORD'],
  ['profile', 'PROFILE'],
])

/** `data-ms-modal`: opens a modal; after a success it closes and the member is taken where the app says. */
export function modalDirective(): Directive {
  const warned = new Set<string>()
  return {
    name: attributes.modal,
    selector: withAttribute(attributes.modal),
    watches: [attributes.modal],
    mount(element, { client, window, signal }) {
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
          void open(client, window, screen)
        },
        { signal },
      )
    },
  }
}

async function open(client: MembershipClient, window: Window, screen: ScreenName): Promise<void> {
  try {
    const result = await client.openModal(screen)
    if (result.type === 'CLOSED') return
    client.hideModal()
    followRedirect(window, result.data.redirect)
  } catch (error) {
    client._showMessage(errorText(error), true)
  }
}
