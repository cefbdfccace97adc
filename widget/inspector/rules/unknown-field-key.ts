import { attributeRows, attributes } from '../../attributes'
import { didYouMean, formKindOf } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-field-key',
  severity: 'warning',
  attribute: attributes.member,
  title: 'No custom field has this key',
  own: true,
  *check(page) {
    const words = [...attributeRows.member.values, ...page.app.customFields.map(({ key }) => key)]
    const known = new Set(words)
    for (const element of page.carrying(attributes.member)) {
      yield undefined
      const key = page.attribute(element, attributes.member)
      // A login form's extra field has its own rule.
      if (!key?.trim() || known.has(key) || formKindOf(page, page.formOf(element)) === 'login') continue
      yield { element, message: `The app has no custom field "${key}".${didYouMean(key, words)}` }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'The key in data-ms-member is that of no custom field of this app, and none of the built-in ones such as email. A field with it is not saved, and a text with it stays as it is.',
  helpItems: [
    {
      title: 'Which keys are there?',
      description:
        'The App tab lists the custom fields with their keys. A key stays the same when the field is renamed, and counts letter by letter: first-name is not firstName.',
    },
    {
      title: 'The field is new',
      description: 'Add it to the custom fields of the app first. Until then its values are lost.',
    },
    {
      title: 'The password is asked for twice',
      description: 'The second field has the key confirm-password.',
    },
  ],
}
