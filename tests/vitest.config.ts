import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { ByEnvironment } from './by-environment.mjs'
import { bothEngineTests, oneEngineTests, sameOnBothEngines } from './one-engine.mjs'
import { testsWithDom } from './with-dom.mjs'
import { durabilityTests, long, longTests, operationTests, processTests, requestTests } from './tiers.mjs'

/** The API’s tests on PostgreSQL; tests that write much take longer there. */
const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

const root = fileURLToPath(new URL('..', import.meta.url))

const never = ['node_modules/**', 'dist/**', ...(onPostgres ? [...oneEngineTests, ...sameOnBothEngines(root)] : [])]

/** Projects of their own. */
const apart = [...processTests, ...operationTests, ...durabilityTests, ...requestTests, ...longTests]

/** Without a project or a file, only the gate’s projects run. */
const chooses = process.argv.some(
  (argument) => argument.startsWith('--project') || (argument.startsWith('tests/') && !argument.endsWith('.config.ts')),
)

/**
 * The API has no state in its modules, so its tests can share them: loading them for each file takes longer than the
 * tests. Exceptions are tests that mock modules, that watch a global which the HTTP server replaces once it is loaded, and
 * that read a drawing, which the API's own image library refuses.
 */
const apiTests = 'tests/api/**/*.test.ts'
const ownApiModules = [
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
]

/** Tests that build with native code, change the time zone, or distinguish Node's errors from others. */
const ownProcess = [
  'tests/widget/index.bundle.test.ts',
  'tests/widget/transport/read-*.test.ts',
  'tests/console/build.test.ts',
  'tests/host-site/lib/format-moment.test.ts',
  'tests/host-site/features/verify/*.test.{ts,tsx}',
  'tests/host-site/pages/verify*.test.tsx',
]
/**
 * Each file with a DOM gets its own modules and DOM, in one process: starting one per file takes longer than its tests. The
 * rules of the inspector have no state, and their tests only read the page that they write.
 */
const ownDom = ['widget', 'host-site', 'console']
  .flatMap((program) => testsWithDom(root, `tests/${program}`))
  .filter((path) => !path.startsWith('tests/widget/inspector/rules/'))

/** Those of the API also run on PostgreSQL. */
const ofEngine = (paths: readonly string[]): string[] =>
  onPostgres ? paths.filter((path) => path.startsWith('tests/api/')) : [...paths]

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
      project('api', { include: [apiTests], exclude: [...never, ...apart, ...ownModules], isolate: false }),
      project('pages', { include: ownDom, exclude: [...never, ...apart, ...ownProcess], pool: 'vmThreads' }),
      project('plain', {
        include: ['tests/!(api)/**/*.test.{ts,tsx}'],
        exclude: [...never, ...apart, ...ownModules, ...ownProcess, ...ownDom],
        isolate: false,
      }),
      project('rest', {
        include: onPostgres ? ownApiModules : [...ownModules, ...ownProcess],
        exclude: [...never, ...apart],
      }),
      project('processes', { include: ofEngine(processTests), exclude: never, isolate: false }),
      ...(chooses
        ? [
            project('operations', { include: ofEngine(operationTests), exclude: never }),
            ...(process.argv.includes('engines')
              ? [project('engines', { include: bothEngineTests(root), exclude: [...never, ...apart] })]
              : []),
            // Nothing runs beside a kill.
            project('durability', { include: durabilityTests, exclude: never, maxWorkers: 1 }),
            project('requests', { include: requestTests, exclude: never }),
            project('long', { include: longTests, exclude: [...never, measured] }),
            project('alone', { include: [measured], exclude: never, sequence: { groupOrder: 2 } }),
          ]
        : []),
    ],
    environment: 'node',
    globalSetup: ['tests/setup/shared-postgres.ts'],
    setupFiles: ['tests/setup/fail-on-console.ts', 'tests/setup/drop-databases.ts'],
    // More than the gate's two cores: a test also waits for files and processes.
    maxWorkers: onPostgres ? 2 : 3,
    sequence: { sequencer: ByEnvironment },
    // A busy machine is slow, above all a new process; only hanging tests should time out.
    testTimeout: long || onPostgres ? 600_000 : 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
})

/** A project with the settings of all. */
function project(name: string, test: object) {
  return { extends: true as const, test: { name, ...test } }
}
