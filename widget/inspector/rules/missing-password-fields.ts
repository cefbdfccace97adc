import { attributes } from '../../attributes'
import { fieldKeysOf } from './elements'
import type { Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-password-fields',
  severity: 'error',
  attribute: 'data-ms-form="password"',
  title: 'Password form without current and new password',
  own: true,
  *check(page) {
    for (const [element, keys] of yield* fieldKeysOf(page, 'password')) {
      const wanted = isForFirstPassword(page, element) ? ['new-password'] : ['current-password', 'new-password']
      const missing = wanted.filter((key) => !keys.has(key))
      const instead = keys.has('password') ? ' The key "password" is for sign-ups and logins.' : ''
      yield missing.length > 0
        ? { element, message: `This form has no field "${missing.join('" and no field "')}".${instead}` }
        : undefined
    }
  },
} as const satisfies Rule

/** Members without a password have no current one. */
function isForFirstPassword(page: Page, form: PageElement): boolean {
  for (let at: PageElement | null = form; at; at = page.parent(at))
    if (page.attribute(at, attributes.content) === '!has-password') return true
  return false
}

export const help: RuleHelp = {
  description:
    'This form changes the password of a member. It needs the current password and the new one. Without them, every change fails.',
  helpItems: [
    {
      title: 'The form has these fields',
      description:
        'Set data-ms-member="current-password" and data-ms-member="new-password" on the inputs. data-ms-member="password" is for sign-up, login and reset forms.',
    },
    {
      title: 'The form is for members without a password',
      description:
        'Put it into an element with data-ms-content="!has-password". It then needs only data-ms-member="new-password".',
    },
    {
      title: 'I want the password typed twice',
      description: 'Add a third field with data-ms-member="confirm-password". Both must match.',
    },
  ],
}
