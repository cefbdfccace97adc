/**
 * Tests of the API that the second run, on PostgreSQL, leaves out: names of files in `tests/api`, without `.test.ts`. They run no
 * SQL of their own, or none that another test does not run there. New tests run on both engines until they are named here.
 */
const words = (/** @type {string} */ text) => text.trim().split(/\s+/u)

/** No database at all, or only to have one. */
const withoutSql = words(`
  answer-json any-provider api-document app-definition argon2-hasher auth-providers badge-drawing bind-pages
  body-depth buffered-source caller-address captcha-settings change-app check-change check-credential choose-mailers
  choose-social-providers closed-connections config config-files config-names config-production cors
  custom-field-values detect-type development-key discovery document-groups draw-questions dribbble
  encode-whole facebook file-memory find-plan-redirect find-redirect fit-text foreign-hashes fuzz github google
  hosted-captcha http-witness identify-app image-encoder is-loopback judge-question key-settings keyed-lock linkedin listen
  local-files local-uploads log-tile mailbox mailbox-of mails memory-rate-limiter mirror-settings observation-settings
  offer-test-cards oidc-provider open-api-document open-badges open-storage open-witnesses plans-and-coupons
  presentation-of proof-of-work published-bodies published-groups random-secrets read-banks read-definition
  read-import-file read-multipart read-video render-document request-id request-log respond-error
  retake-at s3-api s3-storage sale-rules sample-tags sanitise-html sanitizer-version score-question scrub-line
  send-webhook serve-declarations serve-documents serve-inspector-help serve-log serve-log-status serve-media
  serve-open-api serve-proof serve-provider-icons serve-script serve-translation set-up-provider share-of.property
  shipped-banks sign-webhook skill-key sliding-window smtp-mailer smtp-settings social-provider-settings spotify
  static-path-router status-list storage storage-settings stripe-settings tag-files tag-papers test-card-offer
  test-checkout test-consent test-consent-provider test-portal to-identity to-plan-connection ttl-cache unknown-customer
  upload-gate vc-api vc-api-settings visitor-token w3c-vectors wait-for-database warn-of-plain-keys webhook-url
  witness-settings witness-worker worker-pool
`)

/** Rules, pages and protocols: their SQL is in tests of repositories and of transactions. */
const sqlOfOthers = words(`
  access-table acts add-checkpoint admin-records admin-table answer-opener app ask-witness bad-input bought-team
  callback change-member connect content-groups cost counting create-member email-changed full-page get-secure-content
  guessing guessing.property hostile-names imported-passwords isolation libsql-connection list-plans log-canaries
  login-redirect member-events member-plans member-ticket metrics offered-providers open-security-log opener
  outbox-over-smtp page-events planted-faults plan-events pre-hijacking profile-image refusal-events refused-order
  retake-evasions start stored-markup stripe-webhook stripe-webhook-modes table-rules tag-downloads team-access
  trusttag-access types use-social-login verify-email verify-email-providers verify-tag verify-token work-sample-links
`)

/** They put the file of the database back after each of thousands of requests. */
const needFile = words('admin-requests membership-requests trusttag-requests')

export const oneEngineNames = [...withoutSql, ...sqlOfOthers, ...needFile]

export const oneEngineTests = oneEngineNames.map((name) => `tests/api/**/${name}.test.ts`)
