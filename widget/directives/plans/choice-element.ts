import { attributes, withAttribute } from '../../attributes'
import { tryOrUndefined } from '../../lib/errors'
import { isTag, unclobbered } from '../../lib/dom'
import { emptyCart, writeCart } from '../../storage/pending'
import { emitInspection } from '../../stores/inspection'
import { $member } from '../../stores/identity'
import { $readiness, waitUntilReady } from '../../stores/app'
import { actionRunner } from '../actions/run-action'
import { actLikeButton } from '../act-like-button'
import type { Mount, MountContext } from '../directive'
import { isSubmitButton } from '../forms/busy-form'
import { SAVED } from '../forms/save-fields'
import { openScreen } from '../modals/open-screen'
import { authoredRedirect, followRedirect, leaveFor } from '../redirects/redirect'
import { wishedRedirect } from '../redirects/redirect-override'
import { successUrl } from './after-joining'
import { carryOut } from './carry-out'
import { type Choice, choiceOf } from './choice'

/**
 * `data-ms-plan:…` and `data-ms-price:…` on anything that can be clicked, and on forms that are none of ours: a member
 * joins, leaves and buys at once, a visitor’s choice waits in this tab for a login or a sign-up. What is written is
 * read at the click. Forms of ours read it themselves.
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
        run(() => act(element, context, choice, wayOf(element, event)))
    }
    unclobbered(element).addEventListener(isForm ? 'submit' : 'click', listen, { signal: context.signal })
  }
}

/** @returns whether a member has chosen, for whom it can be carried out now */
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
  if (member === null && (isOpener(element) || wayOf(element, event))) return false
  event.preventDefault()
  if (member !== null) return true
  // No visitor is left without a way.
  const screen = isOffer ? 'SIGNUP' : 'LOGIN'
  void openScreen({ ...context, screen, params: {}, wish: wishedRedirect(element), choice })
  return false
}

/** Forms of ours read it themselves; a button of a provider is none for plans. */
const isOurs = (element: Element): boolean =>
  unclobbered(element).matches([attributes.form, attributes.authProvider].map((name) => withAttribute(name)).join())
const isOpener = (element: Element): boolean => unclobbered(element).hasAttribute(attributes.modal)

/** A wish that only the link itself can fulfil. */
const isForNewTab = (event: Event): boolean =>
  event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Where the browser would go by itself: the form that is sent or the link, unless its address only fills the attribute. */
function wayOf(element: HTMLElement, { target }: Event): HTMLFormElement | HTMLAnchorElement | null {
  const form = isTag(element, 'form') ? element : isSubmitButton(element) && element.form
  if (form) return unclobbered(form).getAttribute('action') ? form : null
  const link = target instanceof Element ? target.closest('a') : null
  const isWay = link && isTag(link, 'a') && !/^(#?$|javascript:)/i.test(link.getAttribute('href')?.trim() ?? '')
  return isWay && tryOrUndefined(() => new URL(link.href)) ? link : null
}

/** @param way read before: the element may be off the page when the answer is here */
async function act(
  element: HTMLElement,
  { client, window }: MountContext,
  choice: Choice,
  way: HTMLFormElement | HTMLAnchorElement | null,
): Promise<boolean> {
  const authored = [authoredRedirect(element), wishedRedirect(element)]
  const { leaves, message, redirect } = await carryOut(client, choice, successUrl(window, authored))
  if (choice.price) emptyCart(window)
  if (leaves) return true
  const isLeft = followRedirect(window, ...authored) || goOn(window, choice, way) || followRedirect(window, redirect)
  if (message || !isLeft) client._showMessage(message ?? SAVED)
  return isLeft
}

function goOn(window: Window, { price }: Choice, way: HTMLFormElement | HTMLAnchorElement | null): boolean {
  // The link of a price is for visitors, on their way to a sign-up.
  if (!way || (price && isTag(way, 'a'))) return false
  if (isTag(way, 'a')) return leaveFor(window, new URL(way.href))
  // By the browser, past all listeners: it is not to be carried out again.
  unclobbered(way).submit()
  return false
}
