import type { Memory } from './memory'
import { number, part, text, texts } from './read-form'
import type { Form } from './read-form'
import { invalid } from './refusal'
import type { Session } from './things'

const LIFETIME_MIN_SECONDS = 30 * 60

export function createSession(memory: Memory, form: Form): Session {
  const mode = text(form, 'mode') === 'subscription' ? 'subscription' : 'payment'
  const customer = memory.find('customer', text(form, 'customer') ?? '', 'customer')
  const price = memory.find('price', text(form, 'line_items', '0', 'price') ?? '', 'line_items[0][price]')
  if (!price.active) throw invalid('This price is not active.', { param: 'line_items[0][price]' })
  if ((price.recurring !== null) !== (mode === 'subscription'))
    throw invalid('This price is of another mode.', { param: 'mode' })
  const couponId = text(form, 'discounts', '0', 'coupon')
  const coupon = couponId === null ? null : memory.find('coupon', couponId, 'discounts[0][coupon]')
  if (coupon?.valid === false) throw invalid('This coupon has ended.', { param: 'discounts[0][coupon]' })
  const expiresAt = number(form, 'expires_at')
  if (expiresAt < memory.now() + LIFETIME_MIN_SECONDS)
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    })
  const made = mode === 'subscription' ? 'subscription_data' : 'payment_intent_data'
  const id = memory.newId('cs_test')
  return memory.add({
    id,
    object: 'checkout.session',
    mode,
    status: 'open',
    payment_status: 'unpaid',
    customer: customer.id,
    client_reference_id: text(form, 'client_reference_id'),
    created: memory.now(),
    currency: price.currency,
    amount_total: Math.round(price.unit_amount * (1 - (coupon?.percent_off ?? 0) / 100)),
    expires_at: expiresAt,
    success_url: requireUrl(form, 'success_url'),
    cancel_url: text(form, 'cancel_url'),
    url: `https://checkout.stripe.example/c/pay/${id}`,
    subscription: null,
    payment_intent: null,
    metadata: texts(form, 'metadata'),
    _order: {
      price: price.id,
      coupon: couponId,
      trialDays: number(part(form, made), 'trial_period_days'),
      metadata: texts(form, made, 'metadata'),
    },
  })
}

function requireUrl(form: Form, param: string): string {
  const url = text(form, param)
  if (url === null || !URL.canParse(url)) throw invalid('Not a valid URL', { param })
  return url
}

export function expireSession(memory: Memory, id: string): Session {
  const session = memory.find('checkout.session', id)
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one has a status of ${session.status}.`,
    )
  Object.assign(session, { status: 'expired', url: null })
  memory.emit('checkout.session.expired', session)
  return session
}
