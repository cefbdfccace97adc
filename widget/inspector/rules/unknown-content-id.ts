import { attributes } from '../../attributes'
import { didYouMean, isMissing, nearestFix } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-content-id',
  severity: 'error',
  attribute: attributes.secureHtml,
  title: 'Unknown hosted content',
  own: true,
  usesApp: true,
  privateIds: 'contentIds',
  *check(page) {
    for (const name of [attributes.secureHtml, attributes.secureLink])
      for (const element of page.carrying(name)) {
        const id = page.attribute(element, name)?.trim() ?? ''
        const known = page.app.privateIds?.contentIds ?? []
        const message = `This app has no hosted content "${id}".${didYouMean(id, known)}`
        // An empty value has its own rule.
        const fix = nearestFix(name, id, id, known)
        yield id !== '' && isMissing(page, 'contentIds', id) ? { element, message, fix } : undefined
      }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'The app has no hosted content with this ID. Members never see it: the element keeps its own text, and a link its own target.',
  helpItems: [
    {
      title: 'Which IDs can I use?',
      description: 'Those in the app’s definition, under contents. They start with cnt_ and are case-sensitive.',
    },
    {
      title: 'Why is it found only after a login?',
      description:
        'The list of hosted content is not public. The widget requests hosted content for members only, and the server then answers that this one does not exist.',
    },
  ],
}
