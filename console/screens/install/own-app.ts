import type { InspectedApp } from '../../../widget/inspector/rules/page'

type Plan = InspectedApp['plans'][number]
type Field = InspectedApp['customFields'][number]
type Item = Readonly<Record<string, unknown>>

/**
 * The parts of a definition that the page checker needs.
 * @param definition as the server checked and stored it
 * @param contentIds of hosted content
 */
export function toInspectedApp(definition: Item, contentIds: readonly string[] = []): InspectedApp {
  return {
    privateIds: {
      couponIds: itemsOf(definition, 'coupons')
        .filter(({ active }) => active !== false)
        .map(({ id }) => textOf(id)),
      contentIds,
      liveDomains: textsOf(definition['liveDomains']),
    },
    plans: itemsOf(definition, 'plans').map(toPlan),
    customFields: itemsOf(definition, 'customFields').map(toField),
    contentGroups: itemsOf(definition, 'contentGroups').map((group) => ({
      id: textOf(group['key']),
      key: textOf(group['key']),
      name: textOf(group['name']),
      allowAllMembers: textsOf(group['plans']).length === 0,
      redirect: textOf(group['redirect']),
      urls: itemsOf(group, 'urls').map(({ url, filter }) => ({
        url: textOf(url),
        filter: filter === 'STARTS' ? filter : 'EQUALS',
      })),
      plans: textsOf(group['plans']).map((id) => ({ id })),
    })),
    authProviders: itemsOf(definition, 'authProviders').map(({ provider, name, order }) => ({
      provider: textOf(provider),
      name: textOf(name),
      order: numberOf(order) ?? 0,
      icon: null,
    })),
  }
}

/** Markup to try on a page: a sign-up, the first price and what it opens. */
export interface Block {
  /** Absent in an app without prices. */
  priceId: string | null
  planName: string
  /** The value of `data-ms-content`: the group that the plan opens, else the plan, else all members. */
  gate: string
}

/** @param app with plans in the order of the definition */
export function blockOf({ plans, contentGroups }: Pick<InspectedApp, 'plans' | 'contentGroups'>): Block {
  const sold = plans.filter(({ status }) => status === 'ACTIVE')
  const plan = sold.find(({ prices }) => prices.some(isOpen))
  if (!plan) return { priceId: null, planName: '', gate: 'members' }
  const group = contentGroups.find((one) => one.plans.some(({ id }) => id === plan.id))
  return { priceId: plan.prices.find(isOpen)?.id ?? null, planName: plan.name, gate: group?.key ?? plan.id }
}

const isOpen = ({ status }: Plan['prices'][number]): boolean => status === 'ACTIVE'

/** Texts of the block's buttons and of the gated paragraph. */
export interface BlockTexts {
  join: string
  buy: string
  gated: string
}

/** The block as HTML. */
export function blockCode({ priceId, gate }: Block, { join, buy, gated }: BlockTexts): string {
  return [
    `<button data-ms-modal="signup">${escapeHtml(join)}</button>`,
    ...(priceId
      ? [`<button data-ms-modal="signup" data-ms-price:add="${escapeHtml(priceId)}">${escapeHtml(buy)}</button>`]
      : []),
    `<div data-ms-content="${escapeHtml(gate)}">`,
    `  <p>${escapeHtml(gated)}</p>`,
    '</div>',
  ].join('\n')
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/gu, (sign) => escapes[sign] ?? sign)

function toPlan(plan: Item): Plan {
  return {
    id: textOf(plan['id']),
    name: textOf(plan['name']),
    description: textOf(plan['description']) || null,
    priority: numberOf(plan['priority']),
    status: statusOf(plan),
    prices: itemsOf(plan, 'prices').map((price) => {
      const [interval] = itemsOf({ list: [price['interval']] }, 'list')
      return {
        id: textOf(price['id']),
        name: textOf(price['name']) || null,
        type: interval ? 'SUBSCRIPTION' : 'ONETIME',
        status: statusOf(price),
        amount: numberOf(price['amountMinor']) ?? 0,
        currency: textOf(price['currency']),
        interval: { type: textOf(interval?.['type']) || null, count: numberOf(interval?.['count']) },
      }
    }),
  }
}

const statusOf = ({ active }: Item): 'ACTIVE' | 'INACTIVE' => (active === false ? 'INACTIVE' : 'ACTIVE')

const fieldTypes: readonly Field['type'][] = ['textarea', 'select', 'checkbox', 'number', 'date', 'url', 'phone']
const visibilities: readonly Field['visibility'][] = ['PUBLIC', 'MEMBERS']

function toField(field: Item): Field {
  return {
    key: textOf(field['key']),
    label: textOf(field['label']),
    type: fieldTypes.find((type) => type === field['type']) ?? 'text',
    options: textsOf(field['options']),
    required: field['required'] === true,
    order: numberOf(field['order']),
    hidden: field['hidden'] === true,
    visibility: visibilities.find((one) => one === field['visibility']) ?? 'PRIVATE',
    restrictToAdmin: field['restrictToAdmin'] === true,
  }
}

function itemsOf(item: Item, key: string): readonly Item[] {
  const list = item[key]
  return Array.isArray(list) ? list.filter(isItem) : []
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
