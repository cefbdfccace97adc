import { loginRequired } from '../../../contract/browser-errors'
import { attributes } from '../../attributes'
import { isTag } from '../../lib/dom'
import { $member } from '../../stores/identity'
import type { MountContext } from '../directive'
import { formKind } from '../forms/mount-form'
import { sendForm, type Sent } from '../forms/send-form'
import { isText, setAttribute } from '../overrides'
import type { Connections } from './connections'
import { createBusy, DISCONNECT, isConnected, isManaged, modeOf, providerOf } from './provider-elements'
import { disconnecting, unlessClosed } from './provider-results'
import { pageText } from '../../stores/texts'

/** A provider button inside `manage-providers`: shows whether the provider is connected, and changes it. */
export function managedButton(
  button: HTMLElement,
  context: MountContext,
  { originals, follow, hasControl }: Connections,
): { press(): void; end(): void } {
  const key = providerOf(button)
  const text = button.getAttribute(attributes.authConnectedText) ?? ''
  const name = `${key} ${text}`
  const override = createButtonText(button, text, originals.get(name))
  originals.set(name, override.original)
  const isOn = (): boolean => isManaged(button) && isConnected(key)
  let wasManaged = false
  const end = follow(() => {
    if (text && isOn()) override.show()
    else override.restore()
    if (!isManaged(button) && !wasManaged) return
    wasManaged = isManaged(button)
    // A changing text already states the state.
    const isSwitch = wasManaged && !text
    if (isSwitch) makeButton(button, context.signal)
    setAttribute(button, 'aria-pressed', isSwitch ? String(isOn()) : null)
    setAttribute(button, 'aria-disabled', isOn() && hasControl(button) ? 'true' : null)
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
      override.restore()
    },
  }
}

function connecting(button: HTMLElement, context: MountContext): () => void {
  const showBusy = createBusy(button)
  const kind = formKind('')
  const send = (): Promise<Sent> =>
    unlessClosed(async () => {
      if ($member.get() === null) throw loginRequired
      const params = { provider: providerOf(button), ...modeOf(button) }
      const { message = pageText('changes_saved_message') } = await context.client.connectProvider(params)
      return { message }
    })
  return () => void sendForm({ place: button, button, choice: null, send, showBusy, kind, boxes: null, context })
}

/** A link has no pressed state, a button has. */
function makeButton(link: HTMLElement, signal: AbortSignal): void {
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

interface ButtonText {
  /** The original text. */
  original: string
  /** Shows our text instead of the original one. */
  show(): void
  restore(): void
}

/** A node or attribute with part of a button's text. */
type Holder = Text | Attr | HTMLInputElement

/**
 * Replaces the text of a button. Its icon and all nodes stay.
 * @param copied the original text, if this button is a copy of one that showed ours
 */
export function createButtonText(button: HTMLElement, text: string, copied: string | undefined): ButtonText {
  const overridden = new Map<Holder, readonly [original: string, ours: string]>()
  const override = (holder: Holder | null, words: string): void => {
    if (!holder) return
    const [before = '', last] = overridden.get(holder) ?? []
    const now = read(holder)
    // A text that is not ours was written by the page's script since: it is the new original.
    const original = last === now ? before : now
    // Keep the surrounding spaces.
    const ours = original.replace(/\S.*\S|\S/s, () => words)
    overridden.set(holder, [original, ours])
    if (now !== ours) write(holder, ours)
  }
  const holders = (): Holder[] =>
    holdersIn(button).filter((holder) => overridden.has(holder) || read(holder).trim() !== '')
  const [first] = holders()
  if (first && copied !== undefined && read(first).trim() === text) write(first, copied)
  return {
    original: holders().map(read).join(''),
    show() {
      holders().forEach((holder, index) => override(holder, index ? '' : text))
      override(button.getAttributeNode('aria-label'), text)
    },
    restore() {
      for (const [holder, [original, ours]] of overridden) if (read(holder) === ours) write(holder, original)
      overridden.clear()
    },
  }
}

const read = (holder: Holder): string => ('data' in holder ? holder.data : holder.value)

function write(holder: Holder, text: string): void {
  if ('data' in holder) holder.data = text
  else holder.value = text
}

function holdersIn(button: HTMLElement): Holder[] {
  if (isTag(button, 'input')) return [button]
  const walker = button.ownerDocument.createTreeWalker(button, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isText(node) && !node.parentElement?.closest(DISCONNECT)) texts.push(node)
  return texts
}
