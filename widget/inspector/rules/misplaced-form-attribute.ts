import { attributes } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

export const rule = {
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

export const help: RuleHelp = {
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
}
