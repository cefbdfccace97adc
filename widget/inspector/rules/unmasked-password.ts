import { attributes } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unmasked-password',
  severity: 'error',
  attribute: attributes.member,
  title: 'Password field that shows what people type',
  own: true,
  *check(page) {
    for (const element of page.carrying(attributes.member)) {
      const key = page.attribute(element, attributes.member) ?? ''
      const type = page.attribute(element, 'type')?.trim().toLowerCase()
      // Without a type, the widget sets it.
      const isShown = page.tag(element) === 'textarea' || (type && page.tag(element) === 'input' && !MASKED.test(type))
      yield PASSWORD.test(key) && isShown
        ? { element, message: `The "${key}" field is ${type ? `type="${type}"` : 'a textarea'}, so it is readable.` }
        : undefined
    }
  },
} as const satisfies Rule

const PASSWORD = /^((current|new|confirm)-)?password$/
const MASKED = /^(password|hidden)$/

export const help: RuleHelp = {
  description:
    'The field takes a password, but its type is another one. People nearby can read what is typed, and password managers may not fill it in.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description: 'Write type="password", or remove the type: the widget then sets it.',
    },
    {
      title: 'The field takes no password',
      description: 'Give it its own key: the key of a custom field of the app, such as data-ms-member="phone".',
    },
    {
      title: 'My page has a button that shows the password',
      description: 'Start with type="password" and let the button change the type. While it is text, this error shows.',
    },
  ],
}
