import { CUSTOM_FIELD_KEY, reservedFieldKeys, reservedGroupKeys } from '../../../contract/reserved-values'
import {
  appIdOfMemberstack1,
  attributeRows,
  attributes,
  installAttributes,
  MEMBERSTACK_1_APP,
  memberstack1,
} from '../../../widget/inspector/rules/elements'
import { unknownNamesIn } from '../../../widget/inspector/rules/source/script-names'
import { ADDED_APP } from '../../../widget/inspector/rules/source/source-page'
import type { Source } from '../../../widget/inspector/rules/source/source-page'
import { pageElements } from './page-elements'
import type { PageElementRead } from './page-elements'

/** Where a site uses something: pages by name. */
export type Places = Map<string, Set<string>>

/** A custom field, as pages show it. */
export interface UsedField {
  /** As in an app definition. */
  type: 'text' | 'textarea' | 'select' | 'checkbox' | 'number' | 'date' | 'url' | 'phone'
  /** Of a select, without empty ones. */
  options: string[]
}

/** A call of the client in the page, from 1. */
export interface ClientScript {
  file: string
  line: number
  calls: string[]
}

/** The features of Memberstack that a site uses. */
export interface Usage {
  /** IDs of the install tags, without those of public keys. */
  apps: Places
  attributes: Places
  /** Attributes, links and scripts of Memberstack 1.0. */
  old: Places
  /** IDs of plans that anyone may join without payment. */
  freePlans: Places
  /** IDs of other plans: whether they cost something, the page does not say. */
  otherPlans: Places
  prices: Places
  /** Price → plan, where one element names both. */
  planOfPrice: Map<string, string>
  groups: Places
  fields: Places
  fieldTypes: Map<string, UsedField>
  /** `login form`, `profile modal`, `logout`. */
  features: Places
  providers: Places
  /** IDs that a definition must describe by hand: coupons, hosted content, comment channels. */
  byHand: Places
  scripts: ClientScript[]
  /** Addresses of the vendor: hosted pages and scripts. */
  vendorLinks: Places
  /** What scripts use in vain, with what to write instead. */
  unknownNames: Places
}

/** The lists of a usage that name pages. */
export type UsageKind = Exclude<keyof Usage, 'planOfPrice' | 'fieldTypes' | 'scripts'>

const mapOfPlaces = (): Record<UsageKind, Places> => ({
  apps: new Map(),
  attributes: new Map(),
  old: new Map(),
  freePlans: new Map(),
  otherPlans: new Map(),
  prices: new Map(),
  groups: new Map(),
  fields: new Map(),
  features: new Map(),
  providers: new Map(),
  byHand: new Map(),
  vendorLinks: new Map(),
  unknownNames: new Map(),
})

/**
 * Reads the markup and the inline scripts of all pages. Runs nothing.
 * @param scripts other scripts that the pages load
 */
export function usageOf(sources: readonly Source[], scripts: readonly Source[] = []): Usage {
  const usage: Usage = {
    ...mapOfPlaces(),
    planOfPrice: new Map(),
    fieldTypes: new Map(),
    scripts: [],
  }
  const noteFor =
    (name: string): Note =>
    (kind, value) => {
      const pages = usage[kind].get(value) ?? new Set<string>()
      usage[kind].set(value, pages.add(name))
    }
  for (const { name, text } of scripts) readCode({ text, line: 1 }, name, usage, noteFor(name))
  for (const { name, text } of sources) {
    const note = noteFor(name)
    for (const element of pageElements(text)) {
      if (element.tag === 'script') readScript(element, name, usage, note)
      else readElement(element, usage, note)
    }
  }
  return usage
}

type Note = (kind: UsageKind, value: string) => void

function readElement(element: PageElementRead, usage: Usage, note: Note): void {
  const { names, attribute } = element
  for (const name of names) if (/^(data-ms-|data-memberstack-)/.test(name)) note('attributes', name)
  readPlans(element, usage, note)
  for (const value of ids(attribute(attributes.content) ?? attribute(memberstack1.content))) readContent(value, note)
  const key = attribute(attributes.member) ?? attribute(memberstack1.field) ?? attribute(memberstack1.data)
  if (key !== null) readField(element, key.trim(), usage, note)
  readFeatures(element, note)
  readOldMarkup(element, note)
  for (const name of ['href', 'action', 'src']) {
    const url = attribute(name) ?? ''
    if (VENDOR.test(url)) note('vendorLinks', url)
  }
  // Choices whose script moves the ID into an attribute.
  readIds(attribute('value')?.trim() ?? '', note)
}

const VENDOR = /^(https?:)?\/\/([\w-]+\.)*memberstack\.(com|io)\//i

/** @param list separated by commas */
const ids = (list: string | null): string[] =>
  (list ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')

function readPlans({ attribute }: PageElementRead, usage: Usage, note: Note): void {
  const free = [attributes.planAdd, attributes.planUpdate].flatMap((name) => ids(attribute(name)))
  const prices = [attributes.priceAdd, attributes.priceUpdate].flatMap((name) => ids(attribute(name)))
  for (const price of prices) note('prices', price)
  const [plan] = free
  if (plan !== undefined && prices.length > 0) for (const price of prices) usage.planOfPrice.set(price, plan)
  else for (const id of free) note('freePlans', id)
  for (const id of ids(attribute(attributes.planRemove))) note('otherPlans', id)
}

function readContent(value: string, note: Note): void {
  const key = value.replace(/^!/, '')
  if (key.startsWith('pln_')) note('otherPlans', key)
  else if (key !== '' && !reservedGroupKeys.some((one) => one === key)) note('groups', key)
}

function readField(element: PageElementRead, key: string, { fieldTypes }: Usage, note: Note): void {
  if (key === '' || key.startsWith('membership.') || reservedFieldKeys.some((one) => one === key)) return
  note('fields', key)
  const type = typeOf(element)
  if (type) fieldTypes.set(key, type)
}

function typeOf({ tag, attribute, within }: PageElementRead): UsedField | null {
  if (tag === 'textarea') return { type: 'textarea', options: [] }
  if (tag === 'select') {
    const options = [...within()]
      .filter((one) => one.tag === 'option')
      .map((one) => one.attribute('value') ?? one.text().trim())
    return { type: 'select', options: [...new Set(options.filter((option) => option !== ''))] }
  }
  if (tag !== 'input') return null
  const type = attribute('type')?.toLowerCase() ?? ''
  // Several checkboxes with values are one text.
  const isTick = type === 'checkbox' && attribute(attributes.value) === null
  return { type: isTick ? 'checkbox' : (INPUT_TYPES.get(type) ?? 'text'), options: [] }
}

const INPUT_TYPES = new Map<string, UsedField['type']>([
  ['number', 'number'],
  ['date', 'date'],
  ['url', 'url'],
  ['tel', 'phone'],
])

const featureRows = [
  [attributes.form, 'form'],
  [attributes.modal, 'modal'],
  [attributes.action, 'action'],
] as const

const byHandRows = [
  [attributes.coupon, 'coupon'],
  [attributes.secureHtml, 'hosted content'],
  [attributes.secureLink, 'hosted content'],
  [attributes.channel, 'comment channel'],
] as const

function readFeatures({ attribute }: PageElementRead, note: Note): void {
  for (const [name, kind] of featureRows) {
    const value = attribute(name)?.trim()
    if (value) note('features', `${value} ${kind}${isSupported(name, value) ? '' : ' (not supported)'}`)
  }
  for (const [name, kind] of byHandRows) {
    const value = attribute(name)?.trim()
    if (value) note('byHand', `${kind} ${value}`)
  }
  const provider = attribute(attributes.authProvider)?.trim()
  if (provider) note('providers', provider)
}

const isSupported = (attribute: string, value: string): boolean =>
  Object.values(attributeRows).some(
    (row) => row.name === attribute && 'values' in row && row.values.some((one: string) => one === value),
  )

function readOldMarkup({ names, attribute }: PageElementRead, note: Note): void {
  for (const name of Object.values(memberstack1)) if (names.includes(name)) note('old', name)
  for (const name of [memberstack1.membership, memberstack1.dataMembership, memberstack1.plan]) {
    const id = attribute(name)?.trim()
    if (id && id !== 'redirect') noteMembership(id, note)
  }
  const [, verb = '', id = ''] =
    /#\/ms\/([a-z-]+)\/?([^/?#]*)/.exec(attribute('href') ?? attribute('action') ?? '') ?? []
  if (verb === '') return
  note('old', `#/ms/${verb}`)
  if (id !== '' && verb === 'content') readContent(id, note)
  else if (id !== '' && id !== 'redirect' && /^(signup|membership)$/.test(verb)) noteMembership(id, note)
}

/** The layer for Memberstack 1.0 puts our prefix before an old ID. */
const noteMembership = (id: string, note: Note): void =>
  id.startsWith('prc_') ? note('prices', id) : note('otherPlans', id.startsWith('pln_') ? id : `pln_${id}`)

function readScript(script: PageElementRead, file: string, usage: Usage, note: Note): void {
  const app = script.attribute(installAttributes.app)?.trim()
  const oldApp = script.attribute(MEMBERSTACK_1_APP)?.trim()
  if (app?.startsWith('app_')) note('apps', app)
  else if (!app && oldApp) note('apps', appIdOfMemberstack1(oldApp) ?? '')
  if (oldApp) note('old', MEMBERSTACK_1_APP)
  // A tag manager adds the install tag.
  const [, added] = ADDED_APP.exec(script.text()) ?? []
  if (added) note('apps', added)
  const src = script.attribute('src') ?? ''
  if (VENDOR.test(src)) note('vendorLinks', src)
  readCode({ text: script.text(), line: script.line }, file, usage, note)
}

function readCode({ text: code, line }: { text: string; line: number }, file: string, usage: Usage, note: Note): void {
  const names = [...code.matchAll(ALIAS)].flatMap(([, name]) => (name ? [name] : []))
  const own = names.length > 0 ? [...code.matchAll(callOf(names))] : []
  const calls = [...code.matchAll(CALL), ...own].map(([call]) => call.replace(/^window\./, '').replaceAll(/[\s?]/g, ''))
  if (calls.some((call) => call.startsWith('MemberStack'))) note('old', 'MemberStack')
  for (const { message } of unknownNamesIn(code)) note('unknownNames', message)
  const isClient = calls.length > 0 || /\$memberstackDom|@memberstack\/dom/.test(code)
  if (isClient) usage.scripts.push({ file, line, calls: [...new Set(calls)] })
  if (isClient || code.includes('data-ms-')) for (const [id] of code.matchAll(/\b(pln|prc)_[\w-]+/g)) readIds(id, note)
  if (isClient || STORED_MEMBER.test(code)) for (const key of fieldsInCode(code)) readFieldKey(key, note)
}

const CALL =
  /\$memberstackDom\s*\??\.\s*\w+|\bMemberStack\s*\??\.\s*\w+|\bmemberstack\s*\??\.\s*(?=get|update|open|login|signup|logout|purchase|add|remove|send|on[A-Z])\w+/g

/** `const ms = window.$memberstackDom`, but not `const r = $memberstackDom.getApp()`. */
const ALIAS = /(\w+)\s*=\s*(?:window\.)?\$memberstackDom\b(?!\s*\??\.)/g

/** Methods of the client begin with these words. */
const callOf = (names: readonly string[]): RegExp =>
  new RegExp(
    String.raw`\b(?:${names.filter((name) => name !== 'memberstack').join('|') || '(?!)'})\s*\??\.\s*(?:get|update|open|hide|login|signup|logout|purchase|launch|add|remove|send|set|reset|create|delete|query|join|on[A-Z]|_show)\w*`,
    'g',
  )

/** Scripts that read the member from the browser's storage. */
const STORED_MEMBER = /_ms-mem\b/

/** Keys in `customFields['…']`, `customFields.…` and `customFields: { '…': … }`. */
function* fieldsInCode(code: string): Generator<string> {
  for (const [, quoted, plain] of code.matchAll(/\bcustomFields\s*\??\.?\s*(?:\[\s*['"]([\w-]+)['"]\s*\]|\b(\w+)\b)/g))
    yield quoted ?? plain ?? ''
  for (const { index, 0: opening } of code.matchAll(/\bcustomFields\s*[:=]\s*\{/g))
    for (const [, quoted, plain] of literalAt(code, index + opening.length).matchAll(KEY)) yield quoted ?? plain ?? ''
}

const KEY = /(?:^|,)\s*(?:['"]([\w-]+)['"]|([A-Za-z]\w*))\s*:/g
const LITERAL_MAX_CHARS = 5_000

/** An object literal without what its values have in brackets. @param start after its brace */
function literalAt(code: string, start: number): string {
  let depth = 0
  let text = ''
  for (const char of code.slice(start, start + LITERAL_MAX_CHARS)) {
    if ('([{'.includes(char)) depth += 1
    else if (')]}'.includes(char)) depth -= 1
    else if (depth === 0) text += char
    if (depth < 0) break
  }
  return text
}

/** Scripts also call methods of the object. */
function readFieldKey(key: string, note: Note): void {
  const isKey = CUSTOM_FIELD_KEY.test(key) && !/^(length|map|filter|find|forEach|hasOwnProperty)$/.test(key)
  if (isKey && !reservedFieldKeys.some((one) => one === key)) note('fields', key)
}

function readIds(id: string, note: Note): void {
  if (/^pln_[\w-]+$/.test(id)) note('otherPlans', id)
  else if (/^prc_[\w-]+$/.test(id)) note('prices', id)
}
