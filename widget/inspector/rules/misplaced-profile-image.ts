import { attributes } from '../../attributes'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'misplaced-profile-image',
  severity: 'error',
  attribute: 'data-ms-member="profile-image"',
  title: 'Profile image on an element that is not an image',
  own: true,
  *check(page) {
    for (const element of page.carrying(attributes.member)) {
      const isWrong = page.attribute(element, attributes.member) === 'profile-image' && page.tag(element) !== 'img'
      yield isWrong ? { element, message: `It is on a <${page.tag(element)}>. Only an <img> shows it.` } : undefined
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description: 'Only an <img> can show the profile image of a member. On this element the attribute does nothing.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description:
        'Put <img data-ms-member="profile-image" alt="Your profile image" src="/nobody.png" /> into the element, and remove the attribute from it.',
    },
    {
      title: 'I want members to choose an image',
      description: 'Use a button with data-ms-action="profile-image". It uploads the image as soon as it is chosen.',
    },
  ],
}
