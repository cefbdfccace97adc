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
import { openScreen } from '../modal-opener'
import { actionRunner, actLikeButton } from '../press'
import { allowsSignup } from '../social/provider-elements'
import { carryOut, successUrl } from './carry-out'
import { type Choice, choiceOf, successMessageOf } from './choice'
import { pageText } from '../../stores/texts'

/** Where the browser would go by default: the form's action, or the link. */
type NativeTarget = HTMLFormElement | HTMLAnchorElement | null

/**
 * `data-ms-plan:…` and `data-ms-price:…` on clickable elements, and on forms without `data-ms-form`. A member joins,
 * leaves and buys immediately; a visitor's choice is remembered in this tab for a login or sign-up.
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

/** @returns whether a member has chosen, so that the choice can be carried out now */
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
  // A visitor's click without a target opens a modal.
  const screen = isOffer ? 'SIGNUP' : 'LOGIN'
  const target = redirectOverrideOf(element)
  const message = successMessageOf(element)
  void openScreen({ ...context, screen, params: allowsSignup(element), target, choice, message })
  return false
}

/** Our forms read the attributes themselves. Provider buttons ignore them. */
const isOurs = (element: Element): boolean =>
  unclobbered(element).matches([attributes.form, attributes.authProvider].map((name) => withAttribute(name)).join())
const isOpener = (element: Element): boolean => unclobbered(element).hasAttribute(attributes.modal)

/** A modifier key asks for a new tab or window. */
export const isForNewTab = (event: Event): boolean =>
  event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Null for a placeholder link. */
function nativeTarget(element: HTMLElement, { target }: Event): NativeTarget {
  const form = isTag(element, 'form') ? element : isSubmitButton(element) && element.form
  if (form) return unclobbered(form).getAttribute('action') ? form : null
  const link = target instanceof Element ? target.closest('a') : null
  const leads = link && isTag(link, 'a') && !/^(#?$|javascript:)/i.test(link.getAttribute('href')?.trim() ?? '')
  return leads && tryOrUndefined(() => new URL(link.href)) ? link : null
}

/** @param native read earlier: the element may be removed when the response arrives */
async function act(
  element: HTMLElement,
  { client, window }: MountContext,
  choice: Choice,
  native: NativeTarget,
): Promise<boolean> {
  const targets = [redirectOf(element), redirectOverrideOf(element)]
  const own = successMessageOf(element)
  const { leaves, message = own, redirect } = await carryOut({ client, window }, choice, successUrl(window, targets))
  if (choice.price) emptyCart(window)
  if (leaves) return true
  const isLeft =
    followRedirect(window, ...targets) || followNative(window, choice, native) || followRedirect(window, redirect)
  if (message || !isLeft) client._showMessage(own ?? message ?? pageText('changes_saved_message'))
  return isLeft
}

function followNative(window: Window, { price }: Choice, native: NativeTarget): boolean {
  // A price button's link is for visitors, to lead to a sign-up.
  if (!native || (price && isTag(native, 'a'))) return false
  if (isTag(native, 'a')) return leaveFor(window, new URL(native.href))
  // Bypasses all listeners: the choice must not be carried out again.
  unclobbered(native).submit()
  return false
}
