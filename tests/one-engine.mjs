import { basename } from 'node:path'
import { closureOf, readGraph } from '../commands/test/import-graph.mjs'

/**
 * Tests of the API that the second run, on PostgreSQL, skips: names of files in `tests/api`, without `.test.ts`. They run no
 * SQL of their own, or only SQL that another test runs there. New tests run on both engines unless they are listed here.
 */
const words = (/** @type {string} */ text) => text.trim().split(/\s+/u)

/** No database, or only as a requirement of the API. */
const withoutSql = words(`
  answer-json any-provider api-document app-definition argon2-hasher auth-providers badge-drawing bind-pages
  body-depth buffered-source cache caller-address captcha-settings change-app check-change check-credential choose-mailers
  choose-social-providers closed-connections config config-files config-names config-production cors
  custom-field-values detect-type development-key discovery document-groups draw-questions dribbble
  encode-whole facebook file-memory find-plan-redirect find-redirect fit-text foreign-hashes fuzz github google
  hosted-captcha http-witness identify-app image-encoder is-loopback judge-question key-settings keyed-lock linkedin listen
  local-files local-uploads log-tile mailbox mailbox-of mails memory-rate-limiter mirror-settings observation-settings
  offer-test-cards oidc-provider open-api-document open-badges open-storage open-witnesses plans-and-coupons
  presentation-of proof-of-work published-bodies published-groups random-secrets read-banks read-definition
  read-import-file read-multipart read-video render-document request-id request-log respond-error
  rules s3-api s3-storage sample-tags sanitise-html sanitizer-version score-question scrub-line
  send-webhook serve-declarations serve-documents serve-inspector-help serve-log serve-log-status serve-media
  serve-open-api serve-proof serve-provider-icons serve-script serve-translation set-up-provider share-of.property shared-reads
  shipped-banks sign-webhook skill-key sliding-window smtp-mailer smtp-settings social-provider-settings spotify
  static-path-router status-list storage storage-settings subscription-rules stripe-settings tag-files tag-papers test-card-offer
  test-checkout test-consent test-consent-provider test-portal to-identity to-plan-connection unknown-customer
  upload-gate vc-api vc-api-settings visitor-token w3c-vectors wait-for-database warn-of-plain-keys webhook-url
  witness-settings witness-worker worker-pool
`)

/** Rules, pages and protocols: repository and transaction tests cover their SQL. */
const sqlOfOthers = words(`
  access-table acts add-checkpoint admin-records admin-table answer-opener app ask-witness bad-input bought-team
  callback change-member connect content-groups cost counting create-member email-changed full-page get-secure-content
  guessing guessing.property hostile-names imported-passwords isolation libsql-connection list-plans log-canaries
  login-redirect member-events member-plans member-ticket metrics offered-providers open-security-log opener
  outbox-over-smtp page-events planted-faults plan-events pre-hijacking profile-image refusal-events refused-order
  retake-evasions start stored-markup stripe-webhook stripe-webhook-modes table-rules tag-downloads team-access
  trusttag-access types use-social-login verify-email verify-email-providers verify-tag verify-token work-sample-links
`)

/** They restore the database file after each of thousands of requests. */
const needFile = words('admin-requests membership-requests staff-matrix trusttag-requests')

export const oneEngineNames = [...withoutSql, ...sqlOfOthers, ...needFile]

export const oneEngineTests = oneEngineNames.map((name) => `tests/api/**/${name}.test.ts`)

/**
 * Tests that are not on the list and do not look at `TEST_ENGINE`, not even through what they import: they try both databases
 * themselves, or none, so a second run would repeat the first.
 * @param {string} root
 * @returns {string[]} paths
 */
export function sameOnBothEngines(root) {
  const graph = readGraph(root, ['tests'])
  const listed = new Set(oneEngineNames)
  const tests = [...graph.files.keys()].filter((path) => /^tests\/api\/.*\.test\.ts$/u.test(path))
  return tests.filter(
    (path) =>
      !listed.has(basename(path, '.test.ts')) &&
      !closureOf(graph, path, ({ typeOnly }) => !typeOnly).has('tests/support/tested-engine.ts'),
  )
}

/**
 * Tests that try both databases themselves, because they look for PostgreSQL other than through `TEST_ENGINE`. Part `postgres` runs
 * them once more: the gate leaves their half on PostgreSQL out.
 * @param {string} root
 * @returns {string[]} paths
 */
export function bothEngineTests(root) {
  const graph = readGraph(root, ['tests'])
  const tests = [...graph.files.keys()].filter((path) => /^tests\/(?:api|commands)\/.*\.test\.ts$/u.test(path))
  const looksAtEngine = (/** @type {string} */ path) =>
    closureOf(graph, path, ({ typeOnly }) => !typeOnly).has('tests/support/tested-engine.ts')
  return tests.filter((path) =>
    closureOf(graph, path, ({ to, typeOnly }) => !typeOnly && !looksAtEngine(to)).has(
      'tests/support/postgres/find-postgres.ts',
    ),
  )
}
