import { attributes, choiceAttributes } from '../../attributes'
import { type ChoiceKind, choicePrefix } from './choice-values'
import { closestTag, type Page, type PageElement } from './page'
import type { Finding } from './rule'

/** Buttons and links by which a plan, or a price, is joined, but with no modal and no address that a visitor could go to. */
export function* choicesWithoutAction(page: Page, kind: ChoiceKind): Generator<Finding | undefined, void> {
  for (const name of joining) {
    if (!name.startsWith(`data-ms-${kind}:`)) continue
    for (const element of page.carrying(name)) {
      const value = page.attribute(element, name) ?? ''
      // Of several attributes the first names the element: to mend it once is enough.
      const isNamed = joining.find((one) => page.attribute(element, one) !== null) === name
      const isFound = isNamed && value.includes(choicePrefix[kind]) && leadsNowhere(page, element)
      yield isFound
        ? { element, message: `This <${page.tag(element)}> with ${name}="${value}" leads visitors nowhere.` }
        : undefined
    }
  }
}

const joining = choiceAttributes.filter((name) => !name.endsWith(':remove'))

/** What does something by itself, or has rules of its own. */
const actors = [attributes.modal, attributes.action, attributes.authProvider] as const

function leadsNowhere(page: Page, element: PageElement): boolean {
  const tag = page.tag(element)
  if (tag !== 'a' && tag !== 'button' && page.attribute(element, 'role') !== 'button') return false
  if (actors.some((name) => page.attribute(element, name) !== null) || submitsSomewhere(page, element)) return false
  const link = closestTag(page, element, 'a')
  const href = link && page.attribute(link, 'href')
  return /^(#?$|javascript:)/i.test(href?.trim() ?? '')
}

function submitsSomewhere(page: Page, element: PageElement): boolean {
  if (page.tag(element) !== 'button' || !/^(submit)?$/i.test(page.attribute(element, 'type') ?? '')) return false
  const form = page.formOf(element)
  return form !== null && [attributes.form, 'action'].some((name) => page.attribute(form, name) !== null)
}
