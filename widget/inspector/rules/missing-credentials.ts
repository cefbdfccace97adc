import { attributes } from '../../attributes'
import { formsOfKind } from './form-kind-of'
import { holdsValue } from './holds-value'
import type { Page } from './page'
import type { Finding } from './rule'

/** The forms of a kind in which nobody can say who they are: those without an address, or without any proof. */
export function* missingCredentials(page: Page, kind: 'login' | 'signup'): Iterable<Finding | undefined> {
  const forms = new Map<object | null, Set<string>>(formsOfKind(page, kind).map((form) => [form, new Set()]))
  if (forms.size === 0) return
  for (const element of page.carrying(attributes.member)) {
    yield undefined
    if (!holdsValue(page, element)) continue
    forms.get(page.formOf(element))?.add(page.attribute(element, attributes.member) ?? '')
  }
  // A button of a provider is as good as a password.
  for (const button of page.carrying(attributes.authProvider)) forms.get(page.formOf(button))?.add('password')
  for (const [form, keys] of forms) {
    const missing = [
      keys.has('email') ? '' : 'e-mail field',
      keys.has('password') ? '' : 'password field or social login button',
    ].filter(Boolean)
    if (form && missing.length > 0) yield { element: form, message: `It has no ${missing.join(' and no ')}.` }
  }
}
