import { loginRequired } from '../../../contract/browser-errors'
import { attributes } from '../../attributes'
import { isTag } from '../../lib/dom'
import { $member } from '../../stores/identity'
import type { MountContext } from '../directive'
import { formKind } from '../forms/form-kind'
import { SAVED } from '../forms/save-fields'
import { sendForm, type Sent } from '../forms/send-form'
import { createBusy } from './busy-button'
import { createButtonText } from './button-text'
import type { Connections } from './connections'
import { disconnecting } from './disconnecting'
import { isConnected, isManaged, providerOf, wayOf } from './provider-of'
import { unlessClosed } from './unless-closed'

/** A provider's button where members manage their providers: it says whether its own is connected, and changes that. */
export function managedButton(
  button: HTMLElement,
  context: MountContext,
  { authored, follow, hasControl }: Connections,
): { press(): void; end(): void } {
  const key = providerOf(button)
  const text = button.getAttribute(attributes.authConnectedText) ?? ''
  const name = `${key} ${text}`
  const words = createButtonText(button, text, authored.get(name))
  authored.set(name, words.authored)
  const isOn = (): boolean => isManaged(button) && isConnected(key)
  let wasManaged = false
  const end = follow(() => {
    if (text && isOn()) words.show()
    else words.restore()
    if (!isManaged(button) && !wasManaged) return
    wasManaged = isManaged(button)
    // Where the words change they say it themselves.
    const isSwitch = wasManaged && !text
    if (isSwitch) becomeSwitch(button, context.signal)
    set(button, 'aria-pressed', isSwitch ? String(isOn()) : null)
    set(button, 'aria-disabled', isOn() && hasControl(button) ? 'true' : null)
  })
  const connect = connecting(button, context)
  const disconnect = disconnecting(button, context)
  return {
    press() {
      if (!isOn()) connect()
      else if (!hasControl(button)) disconnect(key)
    },
    end() {
      end()
      words.restore()
    },
  }
}

function connecting(button: HTMLElement, context: MountContext): () => void {
  const showBusy = createBusy(button)
  const kind = formKind('')
  const send = (): Promise<Sent> =>
    unlessClosed(async () => {
      if ($member.get() === null) throw loginRequired
      const params = { provider: providerOf(button), ...wayOf(button) }
      const { message = SAVED } = await context.client.connectProvider(params)
      return { message }
    })
  return () => void sendForm({ place: button, button, choice: null, send, showBusy, kind, boxes: null, context })
}

/** A link cannot be pressed down: it becomes the button that it is. */
function becomeSwitch(link: HTMLElement, signal: AbortSignal): void {
  if (!isTag(link, 'a') || link.getAttribute('role') === 'button') return
  link.setAttribute('role', 'button')
  link.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== ' ') return
      event.preventDefault()
      link.click()
    },
    { signal },
  )
}

function set(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
