import { invoiceFor, periodEnd, priceWith } from './bill'
import type { Memory } from './memory'
import { text } from './read-form'
import type { Form } from './read-form'
import { declined, invalid, missing } from './refusal'
import type { Invoice, Subscription } from './things'

export function cancelSubscription(memory: Memory, id: string): Subscription {
  const subscription = memory.find('subscription', id)
  if (subscription.status === 'canceled') throw missing(`subscription: '${id}'`)
  Object.assign(subscription, { status: 'canceled', ended_at: memory.now() })
  memory.emit('customer.subscription.deleted', subscription)
  return subscription
}

/** Supports only a price change, with the difference paid at once. */
export function updateSubscription(memory: Memory, id: string, form: Form): Subscription {
  const subscription = memory.find('subscription', id)
  const [item] = subscription.items.data
  if (!item || item.id !== text(form, 'items', '0', 'id')) throw missing('subscription_item', 'items[0][id]')
  if (subscription.status === 'canceled') throw invalid('A canceled subscription can only update its metadata.')
  const price = memory.find('price', text(form, 'items', '0', 'price') ?? '', 'items[0][price]')
  const now = memory.now()
  const rest = Math.max(0, (item.current_period_end - now) / (item.current_period_end - item.current_period_start))
  const credit = Math.round(priceWith(memory, item.price, subscription.discounts, false) * rest)
  const isNewPeriod = price.recurring?.interval !== item.price.recurring?.interval
  const due = Math.round(priceWith(memory, price, subscription.discounts, false) * (isNewPeriod ? 1 : rest)) - credit
  const isTrial = subscription.status === 'trialing'
  if (!isTrial && due > 0 && memory.broke.has(subscription.customer)) throw declined()
  if (text(form, 'cancel_at_period_end') === 'false') subscription.cancel_at_period_end = false
  const period = isNewPeriod && !isTrial ? { current_period_start: now, current_period_end: periodEnd(now, price) } : {}
  subscription.items.data = [{ ...item, ...period, price }]
  if (!isTrial) memory.emit('invoice.paid', invoiceFor(memory, subscription, due, true).invoice)
  memory.emit('customer.subscription.updated', subscription)
  return subscription
}

export function listInvoices(memory: Memory, query: Form): { object: 'list'; data: Invoice[]; has_more: false } {
  const [of, status] = [text(query, 'subscription'), text(query, 'status')]
  const data = memory
    .all('invoice')
    .filter(({ parent }) => parent.subscription_details.subscription === of)
    .filter((invoice) => status === null || invoice.status === status)
  return { object: 'list', data, has_more: false }
}
