import { attributes } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'misplaced-form-attribute',
  severity: 'error',
  attribute: attributes.form,
  title: 'Form attribute on what is not a form',
  *check(page) {
    for (const element of page.carrying(attributes.form)) {
      const tag = page.tag(element)
      yield tag === 'form' ? undefined : { element, message: `It stands on a <${tag}>.` }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'data-ms-form says what a form does when it is sent. Only a <form> can be sent, so nothing happens here: no login, no sign-up.',
  helpItems: [
    {
      title: 'Where does it belong?',
      description:
        'On the <form> element itself. In a visual builder choose the form, not the block around it: in Webflow the Form Block is a <div>, the Form within it is the <form>.',
    },
    {
      title: 'There is no form on this page',
      description: 'Put the fields and the button into one, and give that form the attribute.',
    },
  ],
}
