import { PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../../contract/limits'
import { socialProviders } from '../../../contract/providers'
import { attributeRows, attributes } from '../../attributes'
import type { Page, PageElement } from './page'

/** Confirms a valid attribute. */
export interface Notice {
  id: string
  attribute: string
  title: string
  /** Its value, or the prefix of its values if it ends in `_`. Without it, any value that is not empty. */
  value?: string | undefined
}

/** In the order of the specification, section 8. */
const rows = [
  ['price-add', attributes.priceAdd, PRICE_ID_PREFIX],
  ['price-update', attributes.priceUpdate, PRICE_ID_PREFIX],
  ['price-remove-all', attributes.priceRemove, 'all'],
  ['plan-add', attributes.planAdd, PLAN_ID_PREFIX],
  ['plan-update', attributes.planUpdate, PLAN_ID_PREFIX],
  ['plan-remove', attributes.planRemove, PLAN_ID_PREFIX],
  ...attributeRows.form.values.map((value) => [`${value}-form`, attributes.form, value] as const),
  ['channel', attributes.channel],
  ...attributeRows.action.values.map((value) => [value, attributes.action, value] as const),
  ...attributeRows.modal.values.map((value) => [`${value}-modal`, attributes.modal, value] as const),
  ['member-data', attributes.member],
  ...socialProviders.map(({ key }) => [`social-${key}`, attributes.authProvider, key] as const),
  ['content-gating', attributes.content],
  ['post-creator-data', attributes.postCreator],
  ['thread-creator-data', attributes.threadCreator],
] as const

/** Where the name is not what people call it. */
const titles: ReadonlyMap<string, string> = new Map([
  ['price-remove-all', 'Clear chosen price'],
  ...socialProviders.map(({ key, name }) => [`social-${key}`, `Login with ${name}`] as const),
])

export type NoticeId = `found-${(typeof rows)[number][0]}`

export const notices: readonly (Notice & { id: NoticeId })[] = rows.map(([name, attribute, value]) => ({
  id: `found-${name}`,
  attribute,
  value,
  title: titles.get(name) ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' '),
}))

/** Each valid element with its notice. Like a rule, it yields `undefined` between elements. */
export function* findNotices(page: Page): Generator<{ notice: Notice; element: PageElement } | undefined> {
  for (const attribute of new Set(notices.map((notice) => notice.attribute))) {
    const own = notices.filter((notice) => notice.attribute === attribute)
    for (const element of page.carrying(attribute)) {
      const value = page.attribute(element, attribute)?.trim() ?? ''
      const notice = own.find((one) => fits(value, one.value))
      yield notice && { notice, element }
    }
  }
}

function fits(value: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return value !== ''
  return wanted.endsWith('_') ? value.startsWith(wanted) : value === wanted
}
