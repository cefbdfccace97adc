import { attributeRows, attributes, memberstack1Texts } from '../../attributes'
import { didYouMean, formKindOf, nearestFix } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-field-key',
  severity: 'error',
  attribute: attributes.member,
  title: 'Unknown field key',
  own: true,
  usesApp: true,
  *check(page) {
    const words = [...attributeRows.member.values, ...page.app.customFields.map(({ key }) => key)]
    const known = new Set([...words, ...memberstack1Texts])
    for (const element of page.carrying(attributes.member)) {
      yield undefined
      const key = page.attribute(element, attributes.member)
      // A login form's extra field has its own rule.
      if (!key?.trim() || known.has(key) || formKindOf(page, page.formOf(element)) === 'login') continue
      const message = `The app has no custom field "${key}".${didYouMean(key, words)}`
      yield { element, message, fix: nearestFix(attributes.member, key, key, words) }
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'The key in data-ms-member is neither a custom field of this app nor a built-in one such as email. Such a field is not saved, and such a text stays as it is.',
  helpItems: [
    {
      title: 'Which keys can I use?',
      description:
        'The App tab lists the custom fields with their keys. Keys are case-sensitive and don’t change when a field is renamed: first-name is not firstName.',
    },
    {
      title: 'The field is new',
      description: 'Add it to the app’s custom fields first. Until then its values are lost.',
    },
    {
      title: 'It repeats the password',
      description: 'Use the key confirm-password for the second field.',
    },
  ],
}
