import {
  type AttributeName,
  attributes,
  type AttributeValue,
  installAttributes,
  pageAttributes,
} from '../../attributes'
import { socialProviders } from '../../../contract/providers'
import { nearestWord } from '../../lib/input'
import { closestTag, type Page, type PageElement, type PrivateIds } from './page'
import type { Finding, Fix } from './rule'

/** The `data-ms-form` of a form; null without one. */
export const formKindOf = (page: Page, form: PageElement | null): string | null =>
  form && page.attribute(form, attributes.form)

export const formsOfKind = (page: Page, kind: AttributeValue<'form'>): PageElement[] =>
  page.tagged('form').filter((form) => formKindOf(page, form) === kind)

/** Whether an element is a field with a value. Inputs that are buttons are not. */
export const holdsValue = (page: Page, element: PageElement): boolean => {
  const tag = page.tag(element)
  if (tag !== 'input') return tag === 'select' || tag === 'textarea'
  return !/^(submit|button|image|reset)$/i.test(page.attribute(element, 'type') ?? '')
}

/**
 * Whether a click on an element submits its form. A provider button does not; a custom element (`<my-button
 * type="submit">`) does if its type says so.
 */
export function sendsForm(page: Page, element: PageElement): boolean {
  const tag = page.tag(element)
  const type = (page.attribute(element, 'type') ?? '').toLowerCase()
  if (page.attribute(element, attributes.authProvider) !== null) return false
  if (tag === 'button') return type !== 'button' && type !== 'reset'
  return tag === 'input' ? type === 'submit' || type === 'image' : tag.includes('-') && type === 'submit'
}

/** Marks an install script. */
export const APP_ATTRIBUTE = installAttributes.app

/** The install scripts of a page. The first one is used. */
export const installTags = (page: Page): PageElement[] =>
  page.carrying(APP_ATTRIBUTE).filter((element) => page.tag(element) === 'script')

export function isInHead(page: Page, element: PageElement): boolean {
  let at: PageElement | null = element
  while (at && page.tag(at) !== 'head') at = page.parent(at)
  return at !== null
}

/** The markup of an attribute: `data-ms-post="content"`, or `data-ms-post` alone. */
export function named(page: Page, element: PageElement, name: AttributeName): string {
  const value = page.attribute(element, name)
  return value ? `${name}="${value}"` : name
}

/** A question to append to a message; '' without a similar word. */
export function didYouMean(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

/** An attribute with the nearest valid word in place of a wrong one; undefined without a similar word. */
export function nearestFix(name: string, value: string, word: string, words: readonly string[]): Fix | undefined {
  const nearest = nearestWord(word, words)
  return nearest === undefined ? undefined : { attribute: name, markup: `${name}="${value.replace(word, nearest)}"` }
}

/** The meaning of names that resemble another attribute. */
const habits: Readonly<Record<string, string>> = {
  hide: `${attributes.content}="!members"`,
  show: `${attributes.content}="members"`,
  membership: `${attributes.content}="pln_…"`,
  'bind:src': attributes.member,
  'add-plan': `${attributes.planAdd}="pln_…"`,
  auth: `${attributes.modal}="login"`,
  field: attributes.member,
  user: attributes.member,
  gate: attributes.content,
  'gated-content': attributes.content,
  social: attributes.authProvider,
  portal: `${attributes.action}="customer-portal"`,
}

/** The names of comment parts are common words. */
const partNames = new Set<string>([attributes.post, attributes.thread])

/**
 * The valid markup for a misplaced value: `data-ms-action="login"` and `data-ms-login` mean `data-ms-modal="login"`.
 * @param tag of its element: only a form can have `data-ms-form`
 */
export function meantMarkup(word: string, tag: string): string | undefined {
  if (Object.hasOwn(habits, word)) return habits[word]
  const meant = pageAttributes.find(
    ({ name, values }) =>
      values?.includes(word) && !partNames.has(name) && (name !== attributes.form || tag === 'form'),
  )
  if (meant) return `${meant.name}="${word}"`
  const described = /^(.+)[-:](button|btn|link|form)$/.exec(word)?.[1]
  return valueInName(word) ?? (described && meantMarkup(described, tag))
}

/** `modal-signup`, `modal:signup` and `signup-modal` mean `data-ms-modal="signup"`. */
function valueInName(word: string): string | undefined {
  for (const { name, values = [] } of pageAttributes) {
    const short = name.replace('data-ms-', '')
    const rest = word.startsWith(short) ? /^[-:](.+)/.exec(word.slice(short.length))?.[1] : undefined
    const before = word.endsWith(`-${short}`) ? word.slice(0, -short.length - 1) : undefined
    const value = [rest, before].find((one) => one && values.includes(one.replace(/^(not-|!)/, '')))
    if (value) return `${name}="${name === attributes.content ? value.replace('not-', '!') : value}"`
    // Keys of the app.
    if (rest && (name === attributes.member || name === attributes.content)) return `${name}="${rest}"`
  }
  const provider = /^(?:auth-provider|auth|social|provider)[-:](.+)/.exec(word)?.[1]
  return provider && socialProviders.some(({ key }) => key === provider)
    ? `${attributes.authProvider}="${provider}"`
    : undefined
}

/** Finds the profile image buttons inside forms that match `isKind`. */
export function* profileImageButtons(
  page: Page,
  isKind: (form: PageElement) => boolean,
): Iterable<Finding | undefined> {
  for (const element of page.carrying(attributes.action)) {
    yield undefined
    if (page.attribute(element, attributes.action) !== 'profile-image') continue
    // Only inside it: a button elsewhere may be linked by `form="…"`.
    const form = closestTag(page, element, 'form')
    if (form && isKind(form)) yield { element }
  }
}

/** The keys of the fields in each form of a kind. Yields `undefined` between elements, as rules do. */
export function* fieldKeysOf(
  page: Page,
  kind: AttributeValue<'form'>,
): Generator<undefined, ReadonlyMap<PageElement, Set<string>>> {
  const forms = new Map(formsOfKind(page, kind).map((form) => [form, new Set<string>()]))
  if (forms.size === 0) return forms
  for (const element of page.carrying(attributes.member)) {
    yield undefined
    const form = holdsValue(page, element) && page.formOf(element)
    const key = page.attribute(element, attributes.member)?.trim()
    if (form && key) forms.get(form)?.add(key)
  }
  return forms
}

/** Whether the app is known to lack a coupon or content. The API does not list them. */
export function isMissing(page: Page, list: 'couponIds' | 'contentIds', id: string): boolean {
  const known: PrivateIds | undefined = page.app.privateIds
  return known ? !known[list].includes(id) : (page.app.rejectedIds?.includes(id) ?? false)
}

/** Finds the forms of a kind that lack an email field, or both a password field and a provider button. */
export function* missingCredentials(page: Page, kind: 'login' | 'signup'): Iterable<Finding | undefined> {
  const forms = yield* fieldKeysOf(page, kind)
  // A provider replaces the password.
  for (const button of page.carrying(attributes.authProvider)) {
    const form = page.formOf(button)
    if (form) forms.get(form)?.add('password')
  }
  for (const [form, keys] of forms) {
    const missing = [
      keys.has('email') ? '' : 'email field',
      keys.has('password') ? '' : 'password field or social login button',
    ].filter(Boolean)
    if (missing.length > 0) yield { element: form, message: `This form has no ${missing.join(' and no ')}.` }
  }
}

/** The names that commands read in the files of a site. Commands import only rules of the inspector from the widget. */
export {
  appIdOfMemberstack1,
  attributeRows,
  attributes,
  installAttributes,
  MEMBERSTACK_1_APP,
  memberstack1,
} from '../../attributes'
