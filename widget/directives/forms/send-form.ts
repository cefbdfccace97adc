import { attributes, withAttribute } from '../../attributes'
import { isHtml, unclobbered } from '../../lib/dom'
import { errorText, reportProblem } from '../../lib/errors'
import { untilPageRestored } from '../../lib/page-lifecycle'
import { followRedirect, redirectOf, redirectOverrideOf } from '../../redirects'
import { emptyCart, takeRedirectOverride } from '../../storage/pending'
import { $member } from '../../stores/identity'
import type { MountContext } from '../directive'
import { makeLiveRegion } from '../message-elements'
import { afterJoining, carryOut, codeOf, type Outcome, successUrl } from '../plans/carry-out'
import { type Choice, keepForReturn } from '../plans/choice'
import { toggleDisplay } from '../toggle-display'

/** What follows a form's success. */
export interface FormKind {
  /** It begins a session. */
  joins: boolean
  /** It creates a member. */
  signsUp: boolean
  /** It is not needed a second time. */
  ends: boolean
}

/** The result of sending a form. */
export interface Sent {
  /** A sentence for the person. */
  message?: string | undefined
  /** The server's redirect; the form's own wins. */
  redirect?: string | null
  /** Whether the sign-up included the chosen plans; by default as the kind of the form says. */
  isNew?: boolean
  /** The form has another step: nothing is followed yet. */
  unfinished?: boolean
  /** It failed for this reason; shown like an error. */
  problem?: string
  /** Called when the form can be used again. */
  afterwards?: () => void
}

/** What sending one form needs. */
interface Sending {
  /** The form, or a button without a form. */
  place: HTMLElement
  /** The button that was pressed, by Enter too. */
  button: Element | null | undefined
  choice: Choice | null
  /** Makes the client call, in the same task. An error is shown to the person and loses no input. */
  send(this: void): Promise<Sent>
  /** @returns restores everything */
  showBusy(this: void): () => void
  kind: FormKind
  boxes: WebflowBoxes | null
  context: MountContext
}

/** Sends a form, then joins, buys and redirects as it says. Never rejects. */
export async function sendForm(sending: Sending): Promise<void> {
  try {
    await sendAndFollow(sending)
  } catch (error) {
    reportProblem('error', 'Form failed:', sending.place, error)
  }
}

async function sendAndFollow(sending: Sending): Promise<void> {
  const { place, button, choice, kind, boxes, context } = sending
  const { window } = context
  const restores: (() => void)[] = []
  try {
    boxes?.clear()
    // Read now: the form may be off the page when the response arrives, as a signup form is for members.
    const own = [redirectOf(place), redirectOverrideOf(button) ?? redirectOverrideOf(place)]
    if (choice?.drops) emptyCart(window)
    boxes?.find()
    if (kind.joins) restores.push(keepForReturn(window, choice, own))
    restores.push(sending.showBusy())
    const sent = await sending.send()
    if (sent.afterwards) restores.push(sent.afterwards)
    if (sent.problem) return showError(sending, sent.problem)
    if (sent.unfinished) return showMessage(sending, sent.message)
    const targets = [...own, kind.joins ? takeRedirectOverride(window) : null, sent.redirect]
    const { leaves, stays, message = sent.message, redirect } = await actOnChoice(sending, sent, targets)
    const isLeft = leaves || (!stays && followRedirect(window, ...targets, redirect))
    if (!stays && (isLeft || !boxes?.showDone(kind))) showMessage(sending, message)
    if (isLeft) await untilPageRestored(window)
  } catch (error) {
    showError(sending, errorText(error))
    // A plan that is gone must not block the next sign-up.
    if (kind.signsUp && codeOf(error).startsWith('plan-')) emptyCart(window)
  } finally {
    for (const restore of restores) restore()
  }
}

const showMessage = ({ place, context }: Sending, message: string | undefined): void =>
  message ? context.client._showMessage(message, false, place) : undefined

const showError = ({ place, boxes, context }: Sending, text: string): void =>
  boxes?.showError(text) ? undefined : context.client._showMessage(text, true, place)

/** The form's own choice, and after a login also the one that waited for it. */
async function actOnChoice(
  { kind, choice, context }: Sending,
  { isNew = kind.signsUp }: Sent,
  targets: readonly (string | null | undefined)[],
): Promise<Outcome> {
  if (kind.joins) return afterJoining(context, choice, isNew, targets)
  if (!choice || !$member.get()) return {}
  return carryOut(context.client, choice, successUrl(context.window, targets))
}

/** The boxes that Webflow puts beside each of its forms (`.w-form-done`, `.w-form-fail`). */
export interface WebflowBoxes {
  /** Call it while the form is on the page: it may have left when there is something to show. */
  find: () => void
  /** Hides what was shown. */
  clear: () => void
  /**
   * Shows the author's thanks.
   * @returns false without a box, or if a message element of the page shows it
   */
  showDone(kind: FormKind): boolean
  /** Shows a sentence in place of the original one. @returns as above */
  showError(text: string): boolean
}

export function webflowBoxes(form: HTMLFormElement): WebflowBoxes {
  const own = unclobbered(form)
  let done: HTMLElement | null = null
  let fail: HTMLElement | null = null
  let undo: (() => void)[] = []
  const display = (element: HTMLElement, kind: 'show' | 'hide'): void => {
    const toggle = toggleDisplay(element)
    toggle[kind]()
    undo.push(toggle.restore)
  }
  const clear = (): void => {
    for (const restore of undo) restore()
    undo = []
  }
  return {
    clear,
    find() {
      const wrapper = own.closest('.w-form')
      done = findBox(wrapper, 'done')
      fail = findBox(wrapper, 'fail')
    },
    showDone({ joins, ends }) {
      if (!done?.isConnected) return false
      const { activeElement, body } = own.ownerDocument
      display(done, 'show')
      if (!ends) return true
      // The disabled submit button has lost the focus already.
      const hadFocus = activeElement === body || own.contains(activeElement)
      display(form, 'hide')
      if (hadFocus) takeFocus(done)
      // The next person needs the form again.
      if (joins) undo.push($member.listen((member) => (member === null ? clear() : undefined)))
      return true
    },
    showError(text) {
      if (!fail?.isConnected) return false
      const place = textPlace(fail)
      const before = [...place.childNodes]
      place.textContent = text
      undo.push(() => place.replaceChildren(...before))
      display(fail, 'show')
      return true
    },
  }
}

/** The box, made a live region, unless the page has a message element of its own around the form. */
function findBox(wrapper: Element | null, name: 'done' | 'fail'): HTMLElement | null {
  const isError = name === 'fail'
  const box = wrapper?.querySelector<HTMLElement>(`.w-form-${name}`)
  if (!box || wrapper?.querySelector(withAttribute(attributes.message, isError ? 'error' : 'success'))) return null
  makeLiveRegion(box, isError)
  return box
}

/** The element with the original text: an icon may be beside it. */
function textPlace(box: HTMLElement): Element {
  const holdsText = (element: Element): boolean =>
    isHtml(element) &&
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  return [box, ...box.querySelectorAll('*')].find(holdsText) ?? box
}

function takeFocus(box: HTMLElement): void {
  if (!box.hasAttribute('tabindex')) box.tabIndex = -1
  box.focus()
}
