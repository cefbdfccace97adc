import { PRIVATE_FIELD_CHECK_DELAY_MS } from '../../../contract/limits'
import { attributes } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

const { postCreator, threadCreator } = attributes

export const rule = {
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

export const help: RuleHelp = {
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
}
