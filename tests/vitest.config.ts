import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { oneEngineTests, sameOnBothEngines } from './one-engine.mjs'
import { gate, gateTests, long, processTests, retries, waitingTests } from './tiers.mjs'

/** The API’s tests on PostgreSQL; tests that write much take longer there. */
const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

const root = fileURLToPath(new URL('..', import.meta.url))

const notTests = [
  'node_modules/**',
  'dist/**',
  ...(long ? [] : ['tests/long/**']),
  ...(gate || namesFiles() ? [] : gateTests),
  ...(onPostgres ? [...oneEngineTests, ...sameOnBothEngines(root)] : []),
]

/** A named file runs in any tier. */
function namesFiles(): boolean {
  return process.argv.some((argument) => argument.startsWith('tests/') && !argument.endsWith('.config.ts'))
}

/**
 * The API has no state in its modules, so its tests can share them: loading them for each file takes longer than the
 * tests. Exceptions are tests that mock modules, that watch a global which the HTTP server replaces once it is loaded, and
 * that read a drawing, which the API's own image library refuses.
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

/** Tests of the other programs and of the contract, which mostly start their own processes and can share modules too. */
const ownModules = [
  ...ownApiModules,
  'tests/contract/ed25519.test.ts',
  'tests/contract/credential/unbake-svg.test.ts',
  'tests/commands/inspect/same-as-browser.test.ts',
  'tests/long/**/*.test.ts',
]

/**
 * Each file gets its own modules and DOM, in one process: starting one per file takes longer than its tests. Tests that
 * build with native code, change the time zone, or distinguish Node's errors from others need a process.
 */
const pageTests = [
  'tests/widget/**/*.test.{ts,tsx}',
  'tests/host-site/**/*.test.{ts,tsx}',
  'tests/console/**/*.test.{ts,tsx}',
]
const ownProcess = [
  'tests/widget/index.bundle.test.ts',
  'tests/widget/transport/read-*.test.ts',
  'tests/host-site/prerender/build.test.ts',
  'tests/console/build.test.ts',
  'tests/host-site/lib/format-moment.test.ts',
  'tests/host-site/features/verify/*.test.{ts,tsx}',
  'tests/host-site/pages/verify*.test.tsx',
]

/** Those of the API also run on PostgreSQL. */
const withProcesses = onPostgres ? processTests.filter((path) => path.startsWith('tests/api/')) : processTests

/** Measures a page as on a phone: nothing else may use the processor at the same time. */
const measured = 'tests/long/lighthouse.test.ts'

/**
 * Unit, API and process tests. The environment is Node; a file that needs a DOM says so on its first line
 * (`// @vitest-environment happy-dom`). Browser journeys (`*.spec.ts`) belong to Playwright.
 */
export default defineConfig({
  root,
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
          include: ['tests/!(api|widget|host-site|console)/**/*.test.{ts,tsx}'],
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
    // A busy machine is slow, above all a new process; only hanging tests should time out.
    testTimeout: long || onPostgres ? 600_000 : 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
})
