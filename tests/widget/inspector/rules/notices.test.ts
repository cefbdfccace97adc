// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { findNotices, notices } from '../../../../widget/inspector/rules/notices'
import { pageOf } from './check-html'

/** One element for each notice: those of the specification, section 8, and of values that were added since. */
const elements: Record<string, string> = {
  'found-price-add': 'data-ms-price:add="prc_pro-monthly"',
  'found-price-update': 'data-ms-price:update="prc_pro-monthly"',
  'found-price-remove-all': 'data-ms-price:remove="all"',
  'found-plan-add': 'data-ms-plan:add="pln_free, pln_newsletter"',
  'found-plan-update': 'data-ms-plan:update="pln_free"',
  'found-plan-remove': 'data-ms-plan:remove="pln_free"',
  'found-signup-form': 'data-ms-form="signup"',
  'found-login-form': 'data-ms-form="login"',
  'found-passwordless-signup-form': 'data-ms-form="passwordless-signup"',
  'found-passwordless-login-form': 'data-ms-form="passwordless-login"',
  'found-forgot-password-form': 'data-ms-form="forgot-password"',
  'found-reset-password-form': 'data-ms-form="reset-password"',
  'found-profile-form': 'data-ms-form="profile"',
  'found-password-form': 'data-ms-form="password"',
  'found-email-form': 'data-ms-form="email"',
  'found-channel': 'data-ms-channel="guestbook"',
  'found-logout': 'data-ms-action="logout"',
  'found-customer-portal': 'data-ms-action="customer-portal"',
  'found-resend-verification-email': 'data-ms-action="resend-verification-email"',
  'found-login-redirect': 'data-ms-action="login-redirect"',
  'found-profile-image': 'data-ms-action="profile-image"',
  'found-delete-member': 'data-ms-action="delete-member"',
  'found-add-passkey': 'data-ms-action="add-passkey"',
  'found-end-other-sessions': 'data-ms-action="end-other-sessions"',
  'found-return-to-checkout': 'data-ms-action="return-to-checkout"',
  'found-add-passkey-modal': 'data-ms-modal="add-passkey"',
  'found-second-factor-setup-modal': 'data-ms-modal="second-factor-setup"',
  'found-reauthenticate-modal': 'data-ms-modal="reauthenticate"',
  'found-test-card-modal': 'data-ms-modal="test-card"',
  'found-post-form': 'data-ms-form="post"',
  'found-thread-form': 'data-ms-form="thread"',
  'found-signup-modal': 'data-ms-modal="signup"',
  'found-login-modal': 'data-ms-modal="login"',
  'found-profile-modal': 'data-ms-modal="profile"',
  'found-forgot-password-modal': 'data-ms-modal="forgot-password"',
  'found-member-data': 'data-ms-member="email"',
  'found-social-facebook': 'data-ms-auth-provider="facebook"',
  'found-social-google': 'data-ms-auth-provider="google"',
  'found-social-linkedin': 'data-ms-auth-provider="linkedin"',
  'found-social-spotify': 'data-ms-auth-provider="spotify"',
  'found-social-dribbble': 'data-ms-auth-provider="dribbble"',
  'found-social-github': 'data-ms-auth-provider="github"',
  'found-content-gating': 'data-ms-content="members"',
  'found-post-creator-data': 'data-ms-post-creator="first-name"',
  'found-thread-creator-data': 'data-ms-thread-creator="first-name"',
}

const foundOn = (body: string): string[] => {
  const page = pageOf(body)
  return [...findNotices(page)].flatMap((one) =>
    one ? [`${one.notice.id} ${page.attribute(one.element, 'id') ?? ''}`.trim()] : [],
  )
}

test('there is a notice for each recognized attribute, and no other', () => {
  expect(notices.map(({ id }) => id).toSorted()).toEqual(Object.keys(elements).toSorted())
})

test.each(Object.entries(elements))('%s is given for %s alone', (id, attribute) => {
  expect(foundOn(`<div ${attribute} id="it"></div>`)).toEqual([`${id} it`])
})

test('values that do nothing are not recognized', () => {
  const body = [
    'data-ms-price:add="pln_free"',
    'data-ms-price:remove="prc_pro-monthly"',
    'data-ms-plan:add="prc_pro-monthly"',
    'data-ms-plan:add=""',
    'data-ms-form="log-in"',
    'data-ms-action="login"',
    'data-ms-modal="inspector"',
    'data-ms-member=""',
    'data-ms-content=" "',
    'data-ms-auth-provider="myspace"',
    'data-ms-channel',
  ]
  expect(foundOn(body.map((attribute) => `<div ${attribute}></div>`).join(''))).toEqual([])
})

test('titles are words', () => {
  expect(notices.find(({ id }) => id === 'found-price-remove-all')?.title).toBe('Clear chosen price')
  expect(notices.find(({ id }) => id === 'found-social-google')?.title).toBe('Login with Google')
  for (const { title } of notices) expect(title).toMatch(/^[A-Z][A-Za-z ]+$/)
})
