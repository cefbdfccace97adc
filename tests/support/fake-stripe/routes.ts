import { cancelSubscription, listInvoices, updateSubscription } from './billing-routes'
import {
  createConfiguration,
  createCoupon,
  createCustomer,
  createPortalSession,
  createPrice,
  createProduct,
  findCoupon,
  listConfigurations,
  listPrices,
} from './catalogue-routes'
import { createSession, expireSession } from './checkout-routes'
import { createRefund, listDisputes, listRefunds } from './reversal-routes'
import type { Memory } from './memory'
import { text } from './read-form'
import type { Form } from './read-form'

interface Call {
  memory: Memory
  /** The ID in the path. */
  id: string
  form: Form
}

type Route = (call: Call) => object

export const routes: Record<string, Route> = {
  'GET /v1/account': () => ({ id: 'acct_fake', object: 'account' }),
  'POST /v1/webhook_endpoints': ({ memory, form }) => ({
    id: memory.newId('we'),
    object: 'webhook_endpoint',
    url: text(form, 'url'),
    secret: 'whsec_of_the_app',
  }),
  'DELETE /v1/webhook_endpoints/:id': ({ id }) => ({ id, object: 'webhook_endpoint', deleted: true }),
  'POST /v1/customers': ({ memory, form }) => createCustomer(memory, form),
  'POST /v1/products': ({ memory, form }) => createProduct(memory, form),
  'GET /v1/prices': ({ memory, form }) => listPrices(memory, form),
  'POST /v1/prices': ({ memory, form }) => createPrice(memory, form),
  'POST /v1/coupons': ({ memory, form }) => createCoupon(memory, form),
  'GET /v1/coupons/:id': ({ memory, id }) => findCoupon(memory, id),
  'POST /v1/checkout/sessions': ({ memory, form }) => createSession(memory, form),
  'GET /v1/checkout/sessions/:id': ({ memory, id }) => memory.find('checkout.session', id),
  'POST /v1/checkout/sessions/:id/expire': ({ memory, id }) => expireSession(memory, id),
  'GET /v1/subscriptions/:id': ({ memory, id }) => memory.find('subscription', id),
  'POST /v1/subscriptions/:id': ({ memory, id, form }) => updateSubscription(memory, id, form),
  'DELETE /v1/subscriptions/:id': ({ memory, id }) => cancelSubscription(memory, id),
  'GET /v1/payment_intents/:id': ({ memory, id }) => memory.find('payment_intent', id),
  'GET /v1/invoices': ({ memory, form }) => listInvoices(memory, form),
  'GET /v1/refunds': ({ memory, form }) => listRefunds(memory, form),
  'GET /v1/disputes': ({ memory, form }) => listDisputes(memory, form),
  'POST /v1/refunds': ({ memory, form }) => createRefund(memory, form),
  'GET /v1/billing_portal/configurations': ({ memory }) => listConfigurations(memory),
  'POST /v1/billing_portal/configurations': ({ memory, form }) => createConfiguration(memory, form),
  'POST /v1/billing_portal/sessions': ({ memory, form }) => createPortalSession(memory, form),
}

export function findRoute(method: string, path: string): { route: Route; id: string } | null {
  for (const [name, route] of Object.entries(routes)) {
    const pattern = new RegExp(`^${name.replace(':id', '([^/]+)')}$`, 'u')
    const match = pattern.exec(`${method} ${path}`)
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') }
  }
  return null
}
