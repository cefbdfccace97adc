import { PRIVATE_FIELD_CHECK_DELAY_MS } from '../../../contract/limits'
import { attributes } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

const { postCreator, threadCreator } = attributes

export const rule = {
  id: 'private-custom-field',
  severity: 'error',
  attribute: postCreator,
  title: 'Private field shown to everybody',
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
    'Comments show who wrote them, and everybody can read that. This element asks for a private custom field of the writer. The server keeps it to the member, so the place stays empty.',
  helpItems: [
    {
      title: 'Everybody may read this field',
      description: 'Set its visibility to public in the settings of the app. That holds for all members at once.',
    },
    {
      title: 'It is to stay private',
      description: 'Remove the element, or name a public field, such as a first name.',
    },
    {
      title: 'Where do I see what is private?',
      description: 'In the App tab, under the custom fields: each one says its visibility.',
    },
  ],
}
