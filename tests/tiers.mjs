/**
 * What is run when. `npm test` is what one waits for before a push; the gate (`.ci/run`, which sets TEST_GATE) runs
 * everything that must be green; the slow tier (`npm run test:long`, which sets TEST_LONG) takes hours and has the gate in it.
 */
/** @param {string} name */
const isOn = (name) => process.env[name] === '1'

export const long = isOn('TEST_LONG')
export const gate = long || isOn('TEST_GATE')

/** Tests that start, kill and wait, and thousands of random requests: minutes together. */
export const gateTests = [
  'tests/api/access/*-requests.test.ts',
  'tests/api/**/first-start.test.ts',
  'tests/durability/**',
  'tests/operations/**',
  'tests/host-site/prerender/build.test.ts',
]

/** Journeys in Chromium that `npm test` makes: the ways that members, holders of a TrustTag and their owners mostly go. */
export const mainJourneys = [
  'conformance/dom/session.spec.ts',
  'e2e/accessibility.spec.ts',
  'e2e/attributes/gating-members.spec.ts',
  'e2e/attributes/gating-plans.spec.ts',
  'e2e/attributes/passwordless.spec.ts',
  'e2e/become-a-member.spec.ts',
  'e2e/become-a-trusttag-member.spec.ts',
  'e2e/buy.spec.ts',
  'e2e/captcha.spec.ts',
  'e2e/cart.spec.ts',
  'e2e/check-a-trusttag.spec.ts',
  'e2e/comments/guestbook.spec.ts',
  'e2e/documents.spec.ts',
  'e2e/gating-no-flash.spec.ts',
  'e2e/gating.spec.ts',
  'e2e/inspector/checked-pages.spec.ts',
  'e2e/login-modal.spec.ts',
  'e2e/member-ticket.spec.ts',
  'e2e/modals-keyboard.spec.ts',
  'e2e/modals-login.spec.ts',
  'e2e/modals-plans.spec.ts',
  'e2e/modals-reset.spec.ts',
  'e2e/modals-signup.spec.ts',
  'e2e/modals-team.spec.ts',
  'e2e/owner-page.spec.ts',
  'e2e/script-tag.spec.ts',
  'e2e/site-keyboard.spec.ts',
  'e2e/site-routes.spec.ts',
  'e2e/social/provider-window.spec.ts',
  'e2e/strict-policy.spec.ts',
  'e2e/team.spec.ts',
  'e2e/trusttag-forgot-password.spec.ts',
  'e2e/trusttag-whole-path.spec.ts',
  'e2e/verify-in-the-browser.spec.ts',
]

/** Journeys that take minutes together: other frameworks’ pages, outsiders’ pages, and an API in nine kinds of trouble. */
export const slowJourneys = ['e2e/living/**', 'e2e/outside/**', 'e2e/api-trouble.spec.ts']
