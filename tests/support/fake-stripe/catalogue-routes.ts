import type { Memory } from './memory'
import { number, part, text, texts } from './read-form'
import type { Form } from './read-form'
import { invalid, missing } from './refusal'
import type { Configuration, Coupon, Customer, PortalSession, Price, Product } from './things'

interface List<T> {
  object: 'list'
  data: T[]
  has_more: false
}

const list = <T>(data: T[]): List<T> => ({ object: 'list', data, has_more: false })

export function createCustomer(memory: Memory, form: Form): Customer {
  const email = text(form, 'email')
  if (email === null) throw invalid('Missing email.', { param: 'email' })
  return memory.add({ id: memory.newId('cus'), object: 'customer', email, metadata: texts(form, 'metadata') })
}

export function createProduct(memory: Memory, form: Form): Product {
  const id = text(form, 'id') ?? memory.newId('prod')
  if (memory.things.has(id)) throw invalid('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  return memory.add({
    id,
    object: 'product',
    name: text(form, 'name') ?? '',
    active: true,
    metadata: texts(form, 'metadata'),
  })
}

export function listPrices(memory: Memory, query: Form): List<Price> {
  const keys = Object.values(texts(query, 'lookup_keys'))
  return list(memory.all('price').filter((price) => keys.includes(price.lookup_key ?? '')))
}

export function createPrice(memory: Memory, form: Form): Price {
  const lookupKey = text(form, 'lookup_key')
  if (memory.all('price').some((price) => price.active && price.lookup_key === lookupKey))
    throw invalid('A price already uses that lookup key.', { param: 'lookup_key' })
  const interval = text(form, 'recurring', 'interval')
  return memory.add<Price>({
    id: memory.newId('price'),
    object: 'price',
    product: memory.find('product', text(form, 'product') ?? '', 'product').id,
    active: true,
    currency: text(form, 'currency') ?? '',
    unit_amount: number(form, 'unit_amount'),
    lookup_key: lookupKey,
    nickname: text(form, 'nickname'),
    recurring: interval === null ? null : repeated(form, interval),
    metadata: texts(form, 'metadata'),
  })
}

const repeated = (form: Form, interval: string): NonNullable<Price['recurring']> => ({
  interval: interval === 'year' ? 'year' : 'month',
  interval_count: number(form, 'recurring', 'interval_count') || 1,
})

export function findCoupon(memory: Memory, id: string): Coupon {
  if (!memory.things.has(id)) throw missing(`coupon: '${id}'`)
  return memory.find('coupon', id)
}

export function createCoupon(memory: Memory, form: Form): Coupon {
  const id = text(form, 'id') ?? memory.newId('coupon')
  if (memory.things.has(id)) throw invalid('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
  return memory.add({
    id,
    object: 'coupon',
    percent_off: number(form, 'percent_off'),
    duration: text(form, 'duration') === 'forever' ? 'forever' : 'once',
    valid: true,
    metadata: texts(form, 'metadata'),
  })
}

export const listConfigurations = (memory: Memory): List<Configuration> =>
  list(memory.all('billing_portal.configuration').filter(({ active }) => active))

export function createConfiguration(memory: Memory, form: Form): Configuration {
  for (const [index, entry] of Object.entries(part(form, 'features', 'subscription_update', 'products')))
    checkPrices(memory, Object.values(texts(typeof entry === 'object' ? entry : {}, 'prices')), index)
  return memory.add({
    id: memory.newId('bpc'),
    object: 'billing_portal.configuration',
    name: text(form, 'name'),
    active: true,
    features: part(form, 'features'),
    metadata: texts(form, 'metadata'),
  })
}

/** A portal allows one recurring price per interval and product. */
function checkPrices(memory: Memory, ids: readonly string[], index: string): void {
  const param = `features[subscription_update][products][${index}][prices]`
  const intervals = ids.map((id) => {
    const { recurring } = memory.find('price', id, param)
    if (recurring === null) throw invalid('All prices must be recurring.', { param })
    return `${recurring.interval_count} ${recurring.interval}`
  })
  if (new Set(intervals).size < intervals.length) throw invalid('Prices must have distinct intervals.', { param })
}

export function createPortalSession(memory: Memory, form: Form): PortalSession {
  const id = memory.newId('bps')
  return memory.add({
    id,
    object: 'billing_portal.session',
    customer: memory.find('customer', text(form, 'customer') ?? '', 'customer').id,
    configuration: memory.find('billing_portal.configuration', text(form, 'configuration') ?? '', 'configuration').id,
    return_url: text(form, 'return_url') ?? '',
    url: `https://billing.stripe.example/p/session/${id}`,
    metadata: {},
  })
}
