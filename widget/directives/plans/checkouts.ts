import { PLAN_ID_PREFIX } from '../../../contract/limits'
import { tryOrUndefined } from '../../lib/errors'
import { idsInHostedLink } from '../../lib/urls'
import { emptyCart, forgetCheckout, readCart, readCheckout, writeCart } from '../../storage/pending'
import { $app, $readiness, waitUntilReady } from '../../stores/app'
import { $member } from '../../stores/identity'
import { pageText } from '../../stores/texts'
import type { DirectiveContext, Mount } from '../directive'
import { openScreen } from '../modal-opener'
import { actionRunner, onPress } from '../press'
import { toggleDisplay } from '../toggle-display'
import { carryOut, successUrl } from './carry-out'
import type { Choice } from './choice'
import { isForNewTab } from './choice-element'

type Context = Pick<DirectiveContext, 'client' | 'window'>

/** A purchase with the target of its checkout. */
interface Order {
  choice: Choice
  successUrl: string
}

const noChoice = { plans: [], swapsPlans: false, swapsPrice: false, leaves: [], coupon: '', drops: false } as const

/**
 * `data-ms-action="return-to-checkout"`: opens the checkout that this tab has left without paying, or the price that
 * waits for a login. Hidden without one.
 */
export const returnToCheckout: Mount = (element, context) => {
  const { window, signal } = context
  const display = toggleDisplay(element)
  const run = actionRunner(element, context)
  const draw = (): void => (unpaidOrder(window) ? display.show() : display.hide())
  onPress(element, context, () => {
    const order = unpaidOrder(window)
    if (order) run(() => buy(context, order))
  })
  const stop = $member.subscribe(draw)
  // The browser's Back button returns from the checkout to this page as it was.
  window.addEventListener('pageshow', draw, { signal })
  return () => {
    stop()
    display.restore()
  }
}

/** The order to return to; null without one, and once the member has paid it. */
function unpaidOrder(window: Window): Order | null {
  const cart = readCart(window)
  if (cart.price) return { choice: { ...noChoice, ...cart }, successUrl: '' }
  const checkout = readCheckout(window)
  if (!checkout) return null
  const { price, swapsPrice, coupon, successUrl: target } = checkout
  const isPaid = $member.get()?.planConnections.some(({ active, payment }) => active && payment?.priceId === price)
  if (isPaid) forgetCheckout(window)
  return isPaid ? null : { choice: { ...noChoice, price, swapsPrice, coupon }, successUrl: target }
}

/** Buys as a member. A visitor signs up first. @returns whether the page is being left */
async function buy(context: Context, order: Order): Promise<boolean> {
  const { client, window } = context
  await waitUntilReady()
  const { choice } = order
  if (!$member.get()) {
    writeCart(window, choice)
    void openScreen({ client, window, screen: 'SIGNUP', params: {}, target: order.successUrl || null, choice })
    return false
  }
  const { leaves, message } = await carryOut(context, choice, order.successUrl)
  if (choice.price) emptyCart(window)
  if (!leaves) client._showMessage(message ?? pageText('changes_saved_message'))
  return leaves === true
}

/**
 * A click on a link to the checkout that Memberstack hosts. If it names a price or plan of the app, our checkout opens;
 * else the link works as written.
 */
export function openHostedCheckout(link: HTMLAnchorElement, event: Event, context: Context): void {
  if (isForNewTab(event)) return
  const isWaiting = $readiness.get() === 'waiting'
  const order = isWaiting ? null : hostedOrder(link, context.window)
  if (isWaiting) void waitUntilReady().then(() => link.click())
  if (order) actionRunner(link, context)(() => buy(context, order))
  if (isWaiting || order) event.preventDefault()
}

function hostedOrder(link: HTMLAnchorElement, window: Window): Order | null {
  const url = tryOrUndefined(() => new URL(link.href))
  const ids = url ? idsInHostedLink(url.href) : []
  const plans = $app.get()?.plans ?? []
  for (const id of ids) {
    const plan = plans.find((one) => one.id === id || one.prices.some((price) => price.id === id))
    if (!plan) continue
    const price = id.startsWith(PLAN_ID_PREFIX) ? plan.prices[0]?.id : id
    const target = successUrl(window, [url?.searchParams.get('successUrl')])
    return { choice: { ...noChoice, price, plans: price ? [] : [id] }, successUrl: target }
  }
  return null
}
