import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { oneEngineTests } from './one-engine.mjs'
import { gate, gateTests, long, processTests, retries, waitingTests } from './tiers.mjs'

/** The API’s tests on the other engine; what writes much takes longer there. */
const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

const notTests = [
  'node_modules/**',
  'dist/**',
  ...(long ? [] : ['tests/long/**']),
  ...(gate || namesFiles() ? [] : gateTests),
  ...(onPostgres ? oneEngineTests : []),
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
const ownApiModules = [
  // Ten thousand requests and more, which are slow in a process that has run a thousand tests.
  'tests/api/access/*-requests.test.ts',
  'tests/api/**/tag-papers.test.ts',
  'tests/api/**/choose-payments.test.ts',
  'tests/api/**/read-multipart.test.ts',
  'tests/api/**/tag-files.test.ts',
]

/** Those of the other programs and of the contract, which mostly start processes of their own: the same holds for them. */
const ownModules = [
  ...ownApiModules,
  'tests/contract/ed25519.test.ts',
  'tests/commands/inspect/same-as-browser.test.ts',
  'tests/long/**/*.test.ts',
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

/** Those of the API also run on PostgreSQL. */
const withProcesses = onPostgres ? processTests.filter((path) => path.startsWith('tests/api/')) : processTests

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
        test: {
          name: 'api',
          include: [apiTests],
          exclude: [...notTests, ...ownModules, ...processTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'pages', include: pageTests, exclude: [...notTests, ...ownProcess], pool: 'vmThreads' },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['tests/!(api|widget|host-site)/**/*.test.{ts,tsx}'],
          exclude: [...notTests, ...ownModules, ...processTests, ...waitingTests, measured],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: onPostgres ? ownApiModules : [...ownModules, ...ownProcess],
          exclude: [...notTests, measured],
        },
      },
      {
        extends: true,
        test: { name: 'processes', include: withProcesses, exclude: notTests, isolate: false, retry: retries },
      },
      {
        extends: true,
        test: {
          name: 'waiting',
          include: onPostgres ? [] : waitingTests,
          exclude: notTests,
          retry: retries,
          // They leave the cores to others.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: [measured], exclude: notTests, sequence: { groupOrder: 2 } },
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
