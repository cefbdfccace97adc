import { attributes } from '../../attributes'
import { holdsValue, sendsForm } from './elements'
import type { Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'form-without-submit',
  severity: 'warning',
  attribute: attributes.form,
  title: 'Form without a submit button',
  own: true,
  *check(page) {
    for (const form of page.carrying(attributes.form)) {
      yield undefined
      if (page.tag(form) !== 'form' || (yield* isSent(page, form))) continue
      yield { element: form, message: `Nothing sends this "${page.attribute(form, attributes.form)}" form.` }
    }
  },
} as const satisfies Rule

/** Whether a button, in the form or naming it, sends it. A form without fields needs none. */
function* isSent(page: Page, form: PageElement): Generator<undefined, boolean> {
  let hasFields = false
  for (const element of page.within(form)) {
    yield undefined
    hasFields ||= holdsValue(page, element)
    if (sendsForm(page, element) && page.formOf(element) === form) return true
    if (/submit/i.test(page.attribute(element, 'onclick') ?? '')) return true
  }
  if (!hasFields) return true
  if (!page.attribute(form, 'id')) return false
  for (const element of page.within(outermost(page, form))) {
    yield undefined
    if (sendsForm(page, element) && page.formOf(element) === form) return true
  }
  return false
}

function outermost(page: Page, element: PageElement): PageElement {
  const around = page.parent(element)
  return around ? outermost(page, around) : element
}

export const help: RuleHelp = {
  description:
    'This form has fields and no button that sends it. The Enter key may do it, but people do not know that, and on a phone there may be none.',
  helpItems: [
    {
      title: 'There is a button',
      description:
        'It is one of another kind: a link that looks like a button, or one with type="button". Make it <button type="submit">. In Webflow use the Form Button, not the Button.',
    },
    {
      title: 'The button stands outside of the form',
      description: 'Give the form an id, and the button form="…" with that id.',
    },
    {
      title: 'A script of mine sends it',
      description: 'Then nothing is wrong. People who use no mouse or no script are still better off with a button.',
    },
  ],
}
