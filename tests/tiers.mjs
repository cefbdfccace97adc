/**
 * What is run when. `npm test` is what one waits for before a push; the gate (`.ci/run`, which sets TEST_GATE) runs
 * everything that must be green; the slow tier (`npm run test:long`, which sets TEST_LONG) takes hours and has the gate in it.
 */
/** @param {string} name */
const isOn = (name) => process.env[name] === '1'

export const long = isOn('TEST_LONG')
export const gate = long || isOn('TEST_GATE')

/**
 * Tests that start and stop programs or database servers, kill and wait, and thousands of random requests: minutes together.
 * Names of files, wherever they are in `tests/`, or folders.
 */
export const gateTests = [
  'tests/api/access/*-requests.test.ts',
  'tests/**/{drain,first-start,main,postgres-look-up,postgres-pool,shared-rate-limiter}.test.ts',
  'tests/commands/**/{restore-journey,start-and-stop,start-production,watch-inputs}.test.ts',
  'tests/durability/**',
  'tests/host-site/prerender/build.test.ts',
  'tests/operations/**',
  'tests/support/postgres/**',
]

/**
 * Journeys in Chromium that `npm test` makes, about forty: one for each way that members, holders of a TrustTag and their owners
 * go, and what only a browser judges (focus, policies, axe). The gate makes all of them.
 */
export const mainJourneys = [
  'e2e/accessibility.spec.ts',
  'e2e/become-a-member.spec.ts',
  'e2e/become-a-trusttag-member.spec.ts',
  'e2e/buy.spec.ts',
  'e2e/check-a-trusttag.spec.ts',
  'e2e/gating-no-flash.spec.ts',
  'e2e/gating.spec.ts',
  'e2e/login-modal.spec.ts',
  'e2e/modals-keyboard.spec.ts',
  'e2e/modals-plans.spec.ts',
  'e2e/modals-team.spec.ts',
  'e2e/owner-page.spec.ts',
  'e2e/site-keyboard.spec.ts',
  'e2e/site-routes.spec.ts',
  'e2e/strict-policy.spec.ts',
  'e2e/team.spec.ts',
  'e2e/trusttag-forgot-password.spec.ts',
  'e2e/trusttag-whole-path.spec.ts',
]

/** Journeys that take minutes together: other frameworks’ pages, outsiders’ pages, and an API in nine kinds of trouble. */
export const slowJourneys = ['e2e/living/**', 'e2e/outside/**', 'e2e/api-trouble.spec.ts']
