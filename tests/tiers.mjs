/**
 * What is run when. `npm test` is the gate, which `.ci/run` calls; `npm run test:full` runs the rest, part by part; the slow tier
 * (`npm run test:long`, which sets TEST_LONG) takes hours and includes both. Lists of file names, anywhere in their folder.
 */

export const long = process.env['TEST_LONG'] === '1'

/** In the gate. They start programs; what they wait for depends on the load of the machine. */
export const processTests = [
  'tests/api/**/two-processes.test.ts',
  'tests/commands/**/{inspect-process,verify-tag-process}.test.ts',
]

/**
 * Drawings, fonts and videos, hashes of other services, backups and moves of whole installations, simulations, fuzzers and
 * random orders: they take minutes, and fail rarely. Part `operations`, too.
 */
const costlyTests = [
  'tests/api/**/{badge-drawing,encode-whole,hostile-names,image-encoder,name-fonts,read-video,tag-files,tag-papers}.test.ts',
  'tests/api/**/{foreign-hashes,imported-passwords,ipv6-networks,restore-backup,round-trip,scoring}.test.ts',
  'tests/api/start-api-for-others.test.ts',
  'tests/commands/**/{back-up,database-command,passwords,storage-command}.test.ts',
  'tests/api/**/*.property.test.ts',
  'tests/commands/witness/witness-command.test.ts',
  'tests/conformance/trusttag/{every-input,hostile-inputs}.test.ts',
  'tests/fuzz/**/*.test.ts',
]

/** Part `operations`: they start, stop and restart programs and servers, and build; minutes together. */
export const operationTests = [
  ...costlyTests,
  'tests/api/**/{drain,first-start,main,postgres-look-up,postgres-pool,shared-rate-limiter}.test.ts',
  'tests/commands/**/{restore-journey,start-and-stop,start-production,watch-inputs}.test.ts',
  'tests/host-site/prerender/build.test.ts',
  'tests/independent/**/*.test.ts',
  'tests/operations/**/*.test.ts',
  'tests/support/postgres/**/*.test.ts',
]

/** Part `durability`: kills, full disks and outages. */
export const durabilityTests = ['tests/durability/**/*.test.ts']

/** Part `requests`: ten thousand random requests and more. */
export const requestTests = ['tests/api/access/*-requests.test.ts']

/** The slow tier. */
export const longTests = ['tests/long/**/*.test.ts']

/**
 * About forty Chromium journeys that `npm test` runs: one for each task of members, TrustTag holders and owners,
 * and what only a browser can check (focus, policies, axe). Part `journeys` runs all of them.
 */
export const mainJourneys = [
  'e2e/accessibility.spec.ts',
  'e2e/become-a-member.spec.ts',
  'e2e/become-a-trusttag-member.spec.ts',
  'e2e/buy.spec.ts',
  'e2e/check-a-trusttag.spec.ts',
  'e2e/console-shell.spec.ts',
  'e2e/gating-no-flash.spec.ts',
  'e2e/gating.spec.ts',
  'e2e/login-modal.spec.ts',
  'e2e/modals-keyboard.spec.ts',
  'e2e/modals-plans.spec.ts',
  'e2e/modals-team.spec.ts',
  'e2e/owner-page.spec.ts',
  'e2e/site-keyboard.spec.ts',
  'e2e/strict-policy.spec.ts',
  'e2e/team.spec.ts',
  'e2e/trusttag-whole-path.spec.ts',
]

/** Journeys that take minutes together: pages of other frameworks, third-party pages, and an API in nine kinds of trouble. */
export const slowJourneys = ['e2e/living/**', 'e2e/outside/**', 'e2e/api-trouble.spec.ts']
