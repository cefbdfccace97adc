import {
  type AttributeName,
  attributes,
  type AttributeValue,
  installAttributes,
  pageAttributes,
} from '../../attributes'
import { nearestWord } from '../../lib/input'
import { closestTag, type Page, type PageElement } from './page'
import type { Finding } from './rule'

/** The `data-ms-form` of a form; null without one. */
export const formKindOf = (page: Page, form: PageElement | null): string | null =>
  form && page.attribute(form, attributes.form)

export const formsOfKind = (page: Page, kind: AttributeValue<'form'>): PageElement[] =>
  page.tagged('form').filter((form) => formKindOf(page, form) === kind)

/** Whether an element is a field with a value. An input that is a button is not. */
export const holdsValue = (page: Page, element: PageElement): boolean => {
  const tag = page.tag(element)
  if (tag !== 'input') return tag === 'select' || tag === 'textarea'
  return !/^(submit|button|image|reset)$/i.test(page.attribute(element, 'type') ?? '')
}

/**
 * Whether a click on an element sends its form. A provider's button does not; a custom element
 * (`<my-button type="submit">`) does if its type says so.
 */
export function sendsForm(page: Page, element: PageElement): boolean {
  const tag = page.tag(element)
  const type = (page.attribute(element, 'type') ?? '').toLowerCase()
  if (page.attribute(element, attributes.authProvider) !== null) return false
  if (tag === 'button') return type !== 'button' && type !== 'reset'
  return tag === 'input' ? type === 'submit' || type === 'image' : tag.includes('-') && type === 'submit'
}

/** The install scripts of a page. The first one counts. */
export const installTags = (page: Page): PageElement[] =>
  page.carrying(installAttributes.app).filter((element) => page.tag(element) === 'script')

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

/** A question at the end of a message; '' without a similar word. */
export function didYouMean(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

/** The parts of comments are common words. */
const partNames = new Set<string>([attributes.post, attributes.thread])

/**
 * The valid markup with a misplaced value: `data-ms-action="login"` and `data-ms-login` mean `data-ms-modal="login"`.
 * @param tag of its element: only a form can have `data-ms-form`
 */
export function meantMarkup(word: string, tag: string): string | undefined {
  const meant = pageAttributes.find(
    ({ name, values }) =>
      values?.includes(word) && !partNames.has(name) && (name !== attributes.form || tag === 'form'),
  )
  return meant && `${meant.name}="${word}"`
}

/** The profile image buttons inside the forms that `isKind` picks. */
export function* profileImageButtons(
  page: Page,
  isKind: (form: PageElement) => boolean,
): Iterable<Finding | undefined> {
  for (const element of page.carrying(attributes.action)) {
    yield undefined
    if (page.attribute(element, attributes.action) !== 'profile-image') continue
    // Only inside it: a button elsewhere may name the form by `form="…"`.
    const form = closestTag(page, element, 'form')
    if (form && isKind(form)) yield { element }
  }
}

/** The forms of a kind that lack an email field, or both a password field and a provider's button. */
export function* missingCredentials(page: Page, kind: 'login' | 'signup'): Iterable<Finding | undefined> {
  const forms = new Map<object | null, Set<string>>(formsOfKind(page, kind).map((form) => [form, new Set()]))
  if (forms.size === 0) return
  for (const element of page.carrying(attributes.member)) {
    yield undefined
    if (!holdsValue(page, element)) continue
    forms.get(page.formOf(element))?.add(page.attribute(element, attributes.member) ?? '')
  }
  // A provider replaces the password.
  for (const button of page.carrying(attributes.authProvider)) forms.get(page.formOf(button))?.add('password')
  for (const [form, keys] of forms) {
    const missing = [
      keys.has('email') ? '' : 'e-mail field',
      keys.has('password') ? '' : 'password field or social login button',
    ].filter(Boolean)
    if (form && missing.length > 0) yield { element: form, message: `It has no ${missing.join(' and no ')}.` }
  }
}
