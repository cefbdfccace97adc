import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { gate, gateTests, long } from './tiers.mjs'

/** The API’s tests on the other engine; what writes much takes longer there. */
const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

/** They put the file of the database back after each of thousands of requests; what they judge is the same on both engines. */
const needFile = ['tests/api/access/**', 'tests/api/http/log-canaries.test.ts']

/** They run no SQL of their own, so the engine makes no difference: the second run of the API's tests leaves them out. */
const sameOnBothEngines = [
  'tests/api/{config*,*settings}.test.ts',
  'tests/api/lib/**',
  'tests/api/adapters/{banks,captcha,files,log,oauth,papers,password,secrets,vc-api,witness}/**',
  'tests/api/adapters/mail/{choose-mailers,smtp-mailer}.test.ts',
  'tests/api/domain/{answers,definitions,documents,hosted-html,open-api,vc-api}/**',
  'tests/api/http/{answer-json,bad-input,bind-pages,caller-address,cors,development-key}.test.ts',
  'tests/api/http/{listen,published-*,read-multipart,request-*,respond-error,serve-*,static-path-router,tag-files}.test.ts',
  'tests/api/http/{upload-gate,vc-api,visitor-token}.test.ts',
  'tests/api/pages/{mailbox,offer-test-cards,test-*}.test.ts',
  'tests/api/pages/{auth-provider,test-consent}/**',
]

const notTests = [
  'node_modules/**',
  'dist/**',
  ...(long ? [] : ['tests/long/**']),
  ...(gate || namesFiles() ? [] : gateTests),
  ...(onPostgres ? [...needFile, ...sameOnBothEngines] : []),
]

/** Who names a file wants it run, whichever tier it is of. */
function namesFiles(): boolean {
  return process.argv.some((argument) => argument.startsWith('tests/') && !argument.endsWith('.config.ts'))
}

/**
 * The API keeps nothing in its modules, so its tests can share them: loading them anew for each file takes longer than
 * the tests. A test that puts other modules in the place of some is none of these, nor is one that watches a global which
 * the HTTP server replaces once it is loaded, nor one that reads a drawing, which the API's own image library refuses.
 */
const apiTests = 'tests/api/**/*.test.ts'
const ownModules = [
  // Ten thousand requests and more, which are slow in a process that has run a thousand tests.
  'tests/api/access/*-requests.test.ts',
  'tests/api/adapters/papers/tag-papers.test.ts',
  'tests/api/adapters/payments/choose-payments.test.ts',
  'tests/api/http/read-multipart.test.ts',
  'tests/api/http/tag-files.test.ts',
]

/**
 * Each file gets modules and a DOM of its own, in one process: to start one for each takes longer than its tests. What
 * builds with native code, changes the time zone or tells errors of Node from others needs a process.
 */
const pageTests = ['tests/widget/**/*.test.{ts,tsx}', 'tests/host-site/**/*.test.{ts,tsx}']
const ownProcess = [
  'tests/widget/index.bundle.test.ts',
  'tests/widget/transport/read-*.test.ts',
  'tests/host-site/prerender/build.test.ts',
  'tests/host-site/lib/format-moment.test.ts',
  'tests/host-site/features/verify/*.test.ts',
  'tests/host-site/pages/verify*.test.tsx',
]

/** What measures a page as it would be on a phone: nothing else may take the processor meanwhile. */
const measured = 'tests/long/lighthouse.test.ts'

/**
 * Unit, API and process tests. The environment is Node; a file that needs a DOM says so on its first line
 * (`// @vitest-environment happy-dom`). Browser journeys (`*.spec.ts`) belong to Playwright.
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  define: { 'process.env.NODE_ENV': '"test"' },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'api', include: [apiTests], exclude: [...notTests, ...ownModules], isolate: false },
      },
      {
        extends: true,
        test: { name: 'pages', include: pageTests, exclude: [...notTests, ...ownProcess], pool: 'vmThreads' },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: onPostgres
            ? ownModules
            : ['tests/!(api|widget|host-site)/**/*.test.{ts,tsx}', ...ownModules, ...ownProcess],
          exclude: [...notTests, measured],
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: [measured], exclude: notTests, sequence: { groupOrder: 1 } },
      },
    ],
    environment: 'node',
    globalSetup: ['tests/setup/shared-postgres.ts'],
    setupFiles: ['tests/setup/fail-on-console.ts'],
    maxWorkers: 2,
    // On a busy machine everything takes its time, above all a process that a test starts; only what hangs may end here.
    testTimeout: long || onPostgres ? 600_000 : 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
})
