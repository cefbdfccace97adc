import { attributes, withAttribute } from '../../attributes'
import { isHtml, unclobbered } from '../../lib/dom'
import { codeOf, errorText, reportProblem } from '../../lib/errors'
import { untilPageRestored } from '../../lib/page-lifecycle'
import { followRedirect, redirectOf, redirectOverrideOf, reloadSoon } from '../../redirects'
import { emptyCart, takeRedirectOverride } from '../../storage/pending'
import { $member } from '../../stores/identity'
import { pageText } from '../../stores/texts'
import type { MountContext } from '../directive'
import { makeLiveRegion } from '../message-elements'
import { afterJoining, carryOut, type Outcome, successUrl } from '../plans/carry-out'
import { type Choice, keepForReturn, successMessageOf } from '../plans/choice'
import { toggleDisplay } from '../toggle-display'

/** Follows the success of a form. */
export interface FormKind {
  /** It starts a session. */
  joins: boolean
  /** It creates a member. */
  signsUp: boolean
  /** It is not needed again. */
  ends: boolean
}

/** The result of a form. */
export interface Sent {
  /** A message for the person. */
  message?: string | undefined
  /** The server's redirect. The form's own takes precedence. */
  redirect?: string | null
  /** Whether the sign-up included the chosen plans. Default: as for the kind of the form. */
  isNew?: boolean
  /** The form has another step, so don't redirect yet. */
  unfinished?: boolean
  /** The message asks for one more step elsewhere. The box of the page builder must not announce a success instead. */
  isPending?: boolean
  /** A failure, shown like an error. */
  problem?: string
  /** Called when the form can be used again. */
  afterwards?: () => void
}

/** The inputs for sending one form. */
interface Sending {
  /** The form, or a button without a form. */
  place: HTMLElement
  /** The submit button, also for a submit by Enter. */
  button: Element | null | undefined
  choice: Choice | null
  /** Makes the client call, in the same task. An error is shown to the person, and no input is lost. */
  send(this: void): Promise<Sent>
  /** @returns restores everything */
  showBusy(this: void): () => void
  kind: FormKind
  boxes: WebflowBoxes | null
  context: MountContext
}

/** Sends a form, then joins, buys and redirects. Never rejects. */
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
    const ownMessage = successMessageOf(button) ?? successMessageOf(place)
    // Read now: the form may be removed when the response arrives, such as a sign-up form for members.
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
    const outcome = await actOnChoice(sending, sent, targets)
    const { leaves, stays, problemShown, message = sent.message, redirect } = outcome
    const isLeft = leaves || (!stays && followRedirect(window, ...targets, redirect))
    if (!stays && (isLeft || sent.isPending || !boxes?.showDone(kind)))
      showMessage(sending, ownMessage ?? message ?? (isLeft || problemShown ? undefined : joinedText(kind)))
    if (isLeft) await untilPageRestored(window)
    else if (kind.joins && !problemShown && !successUrl(window, [...targets, redirect])) reloadSoon(window)
  } catch (error) {
    showError(sending, errorText(error))
    // A deleted plan must not block the next sign-up.
    if (kind.signsUp && codeOf(error).startsWith('plan-')) emptyCart(window)
  } finally {
    for (const restore of restores) restore()
  }
}

/** The answers to a login and a sign-up contain no message. */
const joinedText = ({ joins, signsUp }: FormKind): string | undefined =>
  joins ? pageText(signsUp ? 'signup_success_message' : 'login_success_message') : undefined

const showMessage = ({ place, context }: Sending, message: string | undefined): void =>
  message ? context.client._showMessage(message, false, place) : undefined

const showError = ({ place, boxes, context }: Sending, text: string): void =>
  boxes?.showError(text) ? undefined : context.client._showMessage(text, true, place)

/** Carries out the form's own choice, and after a login also the remembered one. */
async function actOnChoice(
  { kind, choice, context }: Sending,
  { isNew = kind.signsUp }: Sent,
  targets: readonly (string | null | undefined)[],
): Promise<Outcome> {
  if (kind.joins) return afterJoining(context, choice, isNew, targets)
  if (!choice || !$member.get()) return {}
  return carryOut(context, choice, successUrl(context.window, targets))
}

/** Webflow's boxes next to each form (`.w-form-done`, `.w-form-fail`). */
export interface WebflowBoxes {
  /** Call it while the form is on the page: it may be removed later. */
  find: () => void
  /** Hides the shown box. */
  clear: () => void
  /**
   * Shows the success box.
   * @returns false without a box, or if a message element of the page shows the result
   */
  showDone(kind: FormKind): boolean
  /** Shows a message instead of the original text. @returns as above */
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
      // The disabled submit button has already lost the focus.
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

/** The box as a live region, unless the page has a message element around the form. */
function findBox(wrapper: Element | null, name: 'done' | 'fail'): HTMLElement | null {
  const isError = name === 'fail'
  const box = wrapper?.querySelector<HTMLElement>(`.w-form-${name}`)
  if (!box || wrapper?.querySelector(withAttribute(attributes.message, isError ? 'error' : 'success'))) return null
  makeLiveRegion(box, isError)
  return box
}

/** The element with the original text, which may have an icon next to it. */
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
