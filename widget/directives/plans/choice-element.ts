import { attributes, withAttribute } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import { tryOrUndefined } from '../../lib/errors'
import { followRedirect, leaveFor, redirectOf, redirectOverrideOf } from '../../redirects'
import { emptyCart, writeCart } from '../../storage/pending'
import { $readiness, waitUntilReady } from '../../stores/app'
import { $member } from '../../stores/identity'
import { emitInspection } from '../../stores/inspection'
import type { Mount, MountContext } from '../directive'
import { isSubmitButton } from '../forms/busy-form'
import { SAVED } from '../forms/member-forms'
import { openScreen } from '../modal-opener'
import { actionRunner, actLikeButton } from '../press'
import { carryOut, successUrl } from './carry-out'
import { type Choice, choiceOf } from './choice'

/** Where the browser would go by itself: the form it sends, or the link. */
type NativeTarget = HTMLFormElement | HTMLAnchorElement | null

/**
 * `data-ms-plan:…` and `data-ms-price:…` on clickable elements, and on forms without `data-ms-form`: a member joins,
 * leaves and buys at once; a visitor's choice waits in this tab for a login or sign-up.
 */
export function choiceElement(): Mount {
  const warned = new Set<string>()
  return (element, context) => {
    const isForm = isTag(element, 'form')
    if (!choiceOf(element, warned) || isOurs(element)) return
    if (!isForm) actLikeButton(element, context.signal)
    const run = actionRunner(element, context)
    const listen = (event: Event): void => {
      const choice = choiceOf(element)
      if (choice) emitInspection({ kind: 'plan-price-clicked', element })
      if (choice && choose(element, context, event, choice))
        run(() => act(element, context, choice, nativeTarget(element, event)))
    }
    unclobbered(element).addEventListener(isForm ? 'submit' : 'click', listen, { signal: context.signal })
  }
}

/** @returns whether a member has chosen: it can be carried out now */
function choose(element: HTMLElement, context: MountContext, event: Event, choice: Choice): boolean {
  const { window, signal } = context
  const member = $member.get()
  const form = isTag(element, 'form') ? element : isSubmitButton(element) && element.form
  const ours = form && isOurs(form)
  if (member === undefined && $readiness.get() === 'waiting' && !ours) {
    event.preventDefault()
    const repeat = (): void => (isTag(element, 'form') ? unclobbered(element).requestSubmit() : element.click())
    void waitUntilReady().then(() => !signal.aborted && repeat())
    return false
  }
  if (choice.drops) emptyCart(window)
  const isOffer = choice.plans.length > 0 || choice.price !== undefined
  if (!member && isOffer) writeCart(window, choice)
  if (ours || !(isOffer || choice.leaves.length > 0) || isForNewTab(event)) return false
  if (member === null && (isOpener(element) || nativeTarget(element, event))) return false
  event.preventDefault()
  if (member !== null) return true
  // A visitor's click that leads nowhere opens a modal.
  const screen = isOffer ? 'SIGNUP' : 'LOGIN'
  void openScreen({ ...context, screen, params: {}, target: redirectOverrideOf(element), choice })
  return false
}

/** Our forms read the attributes themselves; provider buttons ignore them. */
const isOurs = (element: Element): boolean =>
  unclobbered(element).matches([attributes.form, attributes.authProvider].map((name) => withAttribute(name)).join())
const isOpener = (element: Element): boolean => unclobbered(element).hasAttribute(attributes.modal)

const isForNewTab = (event: Event): boolean =>
  event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Null for a link that is only a placeholder. */
function nativeTarget(element: HTMLElement, { target }: Event): NativeTarget {
  const form = isTag(element, 'form') ? element : isSubmitButton(element) && element.form
  if (form) return unclobbered(form).getAttribute('action') ? form : null
  const link = target instanceof Element ? target.closest('a') : null
  const leads = link && isTag(link, 'a') && !/^(#?$|javascript:)/i.test(link.getAttribute('href')?.trim() ?? '')
  return leads && tryOrUndefined(() => new URL(link.href)) ? link : null
}

/** @param native read before: the element may be off the page when the response arrives */
async function act(
  element: HTMLElement,
  { client, window }: MountContext,
  choice: Choice,
  native: NativeTarget,
): Promise<boolean> {
  const targets = [redirectOf(element), redirectOverrideOf(element)]
  const { leaves, message, redirect } = await carryOut(client, choice, successUrl(window, targets))
  if (choice.price) emptyCart(window)
  if (leaves) return true
  const isLeft =
    followRedirect(window, ...targets) || followNative(window, choice, native) || followRedirect(window, redirect)
  if (message || !isLeft) client._showMessage(message ?? SAVED)
  return isLeft
}

function followNative(window: Window, { price }: Choice, native: NativeTarget): boolean {
  // A price button's link is for visitors, on their way to a sign-up.
  if (!native || (price && isTag(native, 'a'))) return false
  if (isTag(native, 'a')) return leaveFor(window, new URL(native.href))
  // Past all listeners: the choice must not be carried out again.
  unclobbered(native).submit()
  return false
}
