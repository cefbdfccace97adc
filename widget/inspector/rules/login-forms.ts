import { fieldKeysOf, formKindOf, missingCredentials } from './elements'
import type { Rule, RuleHelp } from './rule'
import { attributes } from '../../attributes'
import type { Page, PageElement } from './page'

export const missingLoginElements = {
  id: 'missing-login-elements',
  severity: 'error',
  attribute: 'data-ms-form="login"',
  title: 'Login form without email or password',
  check: (page) => missingCredentials(page, 'login'),
} as const satisfies Rule

export const missingSignupElements = {
  id: 'missing-signup-elements',
  severity: 'error',
  attribute: 'data-ms-form="signup"',
  title: 'Sign-up form without email or password',
  check: (page) => missingCredentials(page, 'signup'),
} as const satisfies Rule

export const extraLoginElements = {
  id: 'extra-login-elements',
  severity: 'error',
  attribute: 'data-ms-form="login"',
  title: 'Login form with more than email and password',
  *check(page) {
    for (const element of page.carrying(attributes.member)) {
      const key = page.attribute(element, attributes.member)
      const isExtra =
        key?.trim() && key !== 'email' && key !== 'password' && formKindOf(page, page.formOf(element)) === 'login'
      yield isExtra ? { element, message: `A login does not use "${key}".` } : undefined
    }
  },
} as const satisfies Rule

export const missingPasswordFields = {
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

/** The forms that need the emailed code. */
const kinds = ['passwordless-login', 'passwordless-signup', 'reset-password'] as const

export const missingTokenField = {
  id: 'missing-token-field',
  severity: 'error',
  attribute: 'data-ms-form="reset-password"',
  title: 'Form without a field for the emailed code',
  own: true,
  *check(page) {
    for (const kind of kinds)
      for (const [element, keys] of yield* fieldKeysOf(page, kind))
        yield keys.has('token')
          ? undefined
          : { element, message: `This "${kind}" form has no field with data-ms-member="token".` }
  },
} as const satisfies Rule

export const unmaskedPassword = {
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

/** By the ID of the rule. */
export const help: Readonly<Record<string, RuleHelp>> = {
  'missing-login-elements': {
    description:
      'A login form needs an email field, and a password field or a social login button. Logins with this form fail.',
    helpItems: [
      {
        title: 'The form has these fields',
        description:
          'Set data-ms-member="email" on the email input and data-ms-member="password" on the password input, not on a wrapper.',
      },
      {
        title: 'The fields are outside the form',
        description: 'Move them into the form, or set form="…" on each to the ID of the form.',
      },
      {
        title: 'I don’t want passwords',
        description:
          'Use data-ms-form="passwordless-login", which emails a code. Or put a button with data-ms-auth-provider into the form.',
      },
    ],
  },
  'missing-signup-elements': {
    description:
      'A sign-up form needs an email field, and a password field or a social login button. Sign-ups with this form fail.',
    helpItems: [
      {
        title: 'The form has these fields',
        description:
          'Set data-ms-member="email" on the email input and data-ms-member="password" on the password input, not on a wrapper.',
      },
      {
        title: 'The fields are outside the form',
        description: 'Move them into the form, or set form="…" on each to the ID of the form.',
      },
      {
        title: 'I don’t want passwords',
        description:
          'Use data-ms-form="passwordless-signup", which emails a code. Or put a button with data-ms-auth-provider into the form.',
      },
    ],
  },
  'extra-login-elements': {
    description:
      'A login sends only an email address and a password. Other fields are not saved, and they can’t show member data before the login.',
    helpItems: [
      {
        title: 'I want to save this value',
        description:
          'Move the field to a form with data-ms-form="signup", which saves it with the new member, or data-ms-form="profile", where members change it.',
      },
      {
        title: 'This form is for sign-ups',
        description: 'Use data-ms-form="signup".',
      },
      {
        title: 'The field is not about members',
        description: 'Remove data-ms-member from it. A "Remember me" checkbox, for example, doesn’t need it.',
      },
    ],
  },
  'missing-password-fields': {
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
  },
  'missing-token-field': {
    description:
      'This form needs the code from the email, but has no field for it. Logins, sign-ups and new passwords with this form fail.',
    helpItems: [
      {
        title: 'How do I fix it?',
        description: 'Add <input data-ms-member="token" autocomplete="one-time-code" /> to the form, with a label.',
      },
      {
        title: 'When is the field shown?',
        description:
          'In a passwordless form, put the field and its label into an element with data-ms-passwordless="step-2". It is hidden until the code was emailed.',
      },
      {
        title: 'The field is outside the form',
        description: 'Move it into the form, or set form="…" on it to the ID of the form.',
      },
    ],
  },
  'unmasked-password': {
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
        description:
          'Start with type="password" and let the button change the type. While it is text, this error shows.',
      },
    ],
  },
}
