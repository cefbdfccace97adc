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
      yield { element: form, message: `Nothing submits this "${page.attribute(form, attributes.form)}" form.` }
    }
  },
} as const satisfies Rule

/** Whether a button inside or linked to the form submits it. A form without fields needs none. */
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
    'This form has fields but no submit button. The Enter key may work, but many people don’t know that, and a phone may not have one.',
  helpItems: [
    {
      title: 'The form has a button',
      description:
        'It doesn’t submit: it is a link styled as a button, or it has type="button". Use <button type="submit">. In Webflow, use the Form Button, not the Button.',
    },
    {
      title: 'The button is outside the form',
      description: 'Give the form an ID, and set form="…" on the button to that ID.',
    },
    {
      title: 'My own script submits it',
      description:
        'Then the form works. A submit button still helps people who use a keyboard, or browse without scripts.',
    },
  ],
}
