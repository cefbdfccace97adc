/**
 * The tiers of the tests. `npm test` is the gate, which `.ci/run` calls; TEST_GATE=1 runs everything that must be green for a
 * release; the slow tier (`npm run test:long`, which sets TEST_LONG) takes hours and includes both.
 */
/** @param {string} name */
const isOn = (name) => process.env[name] === '1'

export const long = isOn('TEST_LONG')
export const gate = long || isOn('TEST_GATE')

/**
 * Tests that start and stop programs or database servers, kill and wait. What they wait for depends on the load of the machine:
 * one that failed is tried again, and the report names it. File names, anywhere in their folder, or folders.
 */
export const processTests = [
  'tests/api/**/{drain,first-start,main,postgres-look-up,postgres-pool,shared-rate-limiter,two-processes}.test.ts',
  'tests/commands/**/{inspect-process,restore-journey,start-and-stop,start-production,verify-tag-process,watch-inputs}.test.ts',
  'tests/support/postgres/**/*.test.ts',
]

/** They mostly wait, for programs to start and for kills to be detected. Tried again, too. */
export const waitingTests = ['tests/durability/**/*.test.ts', 'tests/operations/**/*.test.ts']

/** Not in `npm test`: minutes together, with thousands of random requests. */
export const gateTests = [
  ...waitingTests,
  'tests/api/access/*-requests.test.ts',
  'tests/api/**/{drain,first-start,main,postgres-look-up,postgres-pool,shared-rate-limiter}.test.ts',
  'tests/commands/**/{restore-journey,start-and-stop,start-production,watch-inputs}.test.ts',
  'tests/host-site/prerender/build.test.ts',
  'tests/support/postgres/**/*.test.ts',
]

/** How often a test that depends on the load of the machine, or a journey, is tried again after a failure. */
export const retries = 1

/**
 * About forty Chromium journeys that `npm test` runs: one for each task of members, TrustTag holders and owners,
 * and what only a browser can check (focus, policies, axe). TEST_GATE=1 runs all of them.
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

/** Journeys that take minutes together: pages of other frameworks, third-party pages, and an API in nine kinds of trouble. */
export const slowJourneys = ['e2e/living/**', 'e2e/outside/**', 'e2e/api-trouble.spec.ts']
