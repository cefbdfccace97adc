import { attributes } from '../../attributes'
import type { Rule, RuleHelp } from './rule'
import { fieldKeysOf, formKindOf, holdsValue, sendsForm } from './elements'
import { closest, type Page, type PageElement } from './page'
import { PRIVATE_FIELD_CHECK_DELAY_MS } from '../../../contract/limits'

export const misplacedFormAttribute = {
  id: 'misplaced-form-attribute',
  severity: 'error',
  attribute: attributes.form,
  title: 'Form attribute on another element',
  *check(page) {
    for (const element of page.carrying(attributes.form)) {
      const tag = page.tag(element)
      yield tag === 'form' ? undefined : { element, message: `It is on a <${tag}>.` }
    }
  },
} as const satisfies Rule

/** Attributes of a field that only shows a value and is never sent. */
const SHOWS_ONLY = ['readonly', 'disabled'] as const

export const fieldOutsideForm = {
  id: 'field-outside-form',
  severity: 'warning',
  attribute: attributes.member,
  title: 'Field outside a form',
  own: true,
  *check(page) {
    for (const element of page.carrying(attributes.member)) {
      yield undefined
      const key = page.attribute(element, attributes.member)
      if (page.tag(element) === 'label' && hasOtherField(page, element)) yield { element, message: LABEL }
      if (!key?.trim() || key === 'id' || key === 'signup-date' || !holdsValue(page, element) || page.formOf(element))
        continue
      if (SHOWS_ONLY.some((name) => page.attribute(element, name) !== null)) continue
      if (/^hidden$/i.test(page.attribute(element, 'type') ?? '')) continue
      // `data-ms-form` on an element other than a form is reported instead.
      if (closest(page, element, attributes.form)) continue
      yield { element, message: `The value of "${key}" is never sent.` }
    }
  },
} as const satisfies Rule

const LABEL = `A label sends nothing. Write ${attributes.member} on the field.`

/** Without one, the form has no field at all, which is reported instead. */
function hasOtherField(page: Page, label: PageElement): boolean {
  const form = page.formOf(label)
  if (formKindOf(page, form) === null) return false
  return page.carrying(attributes.member).some((one) => page.formOf(one) === form && holdsValue(page, one))
}

export const repeatedFieldKey = {
  id: 'repeated-field-key',
  severity: 'error',
  attribute: attributes.member,
  title: 'Two fields with one key in a form',
  own: true,
  *check(page) {
    const seen = new Map<PageElement, Set<string>>()
    for (const element of page.carrying(attributes.member)) {
      const form = page.formOf(element)
      const key = page.attribute(element, attributes.member)?.trim()
      if (!form || !key || formKindOf(page, form) === null || !takesOneValue(page, element)) {
        yield undefined
        continue
      }
      const keys = seen.get(form) ?? new Set()
      // Fields for different members never show together.
      const gate = closest(page, element, attributes.content)
      const place = `${key} ${(gate && page.attribute(gate, attributes.content)) ?? ''}`
      yield keys.has(place) ? { element, message: messageFor(key) } : undefined
      seen.set(form, keys.add(place))
    }
  },
} as const satisfies Rule

/** Checkboxes and radio buttons of one key share a value. A disabled field is not sent. */
const takesOneValue = (page: Page, element: PageElement): boolean =>
  holdsValue(page, element) &&
  page.attribute(element, 'disabled') === null &&
  !/^(checkbox|radio)$/i.test(page.attribute(element, 'type') ?? '')

const messageFor = (key: string): string =>
  key.endsWith('password')
    ? `The form has another "${key}" field above. The first one is used; this one only repeats it.`
    : `The form has another "${key}" field above. The value of this one is lost.`

const { postCreator, threadCreator } = attributes

export const privateCustomField = {
  id: 'private-custom-field',
  severity: 'error',
  attribute: postCreator,
  title: 'Private field in a comment',
  usesApp: true,
  afterMs: PRIVATE_FIELD_CHECK_DELAY_MS,
  *check(page) {
    const fields = page.app.customFields.filter(({ visibility }) => visibility === 'PRIVATE')
    const keys = new Set<string | null>(fields.map(({ key }) => key))
    for (const name of [postCreator, threadCreator]) {
      for (const element of page.carrying(name)) {
        const key = page.attribute(element, name)
        yield keys.has(key) ? { element, message: `"${key}" is a private field.` } : undefined
      }
    }
  },
} as const satisfies Rule

export const profileFormWithoutFields = {
  id: 'profile-form-without-fields',
  severity: 'error',
  attribute: 'data-ms-form="profile"',
  title: 'Profile form without a field',
  own: true,
  *check(page) {
    for (const [element, keys] of yield* fieldKeysOf(page, 'profile'))
      yield keys.size === 0 ? { element, message: 'No field in this form has data-ms-member.' } : undefined
  },
} as const satisfies Rule

export const formWithoutSubmit = {
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

export const nestedForms = {
  id: 'nested-forms',
  severity: 'error',
  attribute: attributes.form,
  title: 'Form inside a form',
  own: true,
  sourceOnly: true,
  *check(page) {
    for (const element of page.source?.nestedForms ?? []) {
      const [inner, outer] = [formValue(page, element), formValue(page, page.formOf(element))]
      if (inner !== null)
        yield { element, message: `Browsers ignore this tag and its ${attributes.form}=${JSON.stringify(inner)}.` }
      else if (outer !== null)
        yield {
          element,
          message: `Browsers ignore this tag. Its fields belong to the outer form ${JSON.stringify(outer)}.`,
        }
      else yield
    }
  },
} as const satisfies Rule

const formValue = (page: Page, element: PageElement | null): string | null =>
  element && page.attribute(element, attributes.form)

/** By the ID of the rule. */
export const help: Readonly<Record<string, RuleHelp>> = {
  'misplaced-form-attribute': {
    description:
      'Only a <form> can be submitted. Around exactly one form, data-ms-form works as if it were on that form. Anywhere else it does nothing.',
    helpItems: [
      {
        title: 'Where do I put it?',
        description:
          'On the <form> element. In a visual builder, select the form, not the block around it: in Webflow, the Form Block is a <div>, and the Form inside it is the <form>.',
      },
      {
        title: 'This page has no form',
        description: 'Put the fields and the button into a <form>, and put the attribute on it.',
      },
    ],
  },
  'field-outside-form': {
    description: 'This field is in no form. It shows the member’s value, but changes are not saved.',
    helpItems: [
      {
        title: 'I want to save the value',
        description:
          'Move the field into the form, or set form="…" to the ID of the form. Members change their own values in a form with data-ms-form="profile".',
      },
      {
        title: 'The field only shows the value',
        description: 'Add readonly, or use another element, such as <span data-ms-member="first-name">.',
      },
    ],
  },
  'repeated-field-key': {
    description:
      'Several fields of one form have the same data-ms-member. Only the first one is saved. A second password must repeat the first, or the form is refused.',
    helpItems: [
      {
        title: 'The field asks for something else',
        description: 'Give it its own key: the key of a custom field of the app, such as data-ms-member="phone".',
      },
      {
        title: 'The field repeats the password',
        description: 'Use data-ms-member="confirm-password". Two different passwords are refused with a message.',
      },
      {
        title: 'I want a list of choices',
        description: 'Checkboxes with one key and different data-ms-value form a list. Radio buttons share a key too.',
      },
    ],
  },
  'private-custom-field': {
    description:
      'Everyone can read who wrote a comment. This element asks for a private custom field of the author. The server never sends it, so the element stays empty.',
    helpItems: [
      {
        title: 'The field can be public',
        description: 'Set its visibility to public in the app’s settings. This applies to all members at once.',
      },
      {
        title: 'The field should stay private',
        description: 'Remove the element, or use a public field, such as a first name.',
      },
      {
        title: 'Which fields are private?',
        description: 'See the custom fields in the App tab. Each one shows its visibility.',
      },
    ],
  },
  'profile-form-without-fields': {
    description:
      'A profile form saves the fields that have data-ms-member. This one has none: it shows no values and saves nothing.',
    helpItems: [
      {
        title: 'The form has fields',
        description:
          'Set data-ms-member on each input, not on its label or a wrapper, to the key of a custom field: data-ms-member="first-name".',
      },
      {
        title: 'Which keys can I use?',
        description: 'The App tab lists the custom fields with their keys.',
      },
      {
        title: 'Email and password',
        description:
          'They have forms of their own: data-ms-form="email" and data-ms-form="password". A profile form does not change them.',
      },
    ],
  },
  'form-without-submit': {
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
  },
  'nested-forms': {
    description:
      'HTML does not allow nested forms. Browsers ignore the inner <form> tag with its attributes. Its fields belong to the outer form, and the first </form> ends that form.',
    helpItems: [
      {
        title: 'Where does the outer form start?',
        description: 'Above this one: find a <form> that is not closed. Often only its </form> is missing.',
      },
      {
        title: 'I need both forms',
        description: 'Put one after the other. CSS can show them side by side or on top of each other.',
      },
    ],
  },
}
