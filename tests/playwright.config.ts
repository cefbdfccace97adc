import { defineConfig } from '@playwright/test'
import { slow } from './e2e/slow-tier'
import { launchOptions } from './support/launch-browser'

/** The slow tier (`npm run test:long`) turns this on. */
const long = process.env['TEST_LONG'] === '1'

/** Journeys that take minutes together: other frameworks’ pages, outsiders’ pages, and an API in nine kinds of trouble. */
const slowJourneys = ['e2e/living/**', 'e2e/outside/**', 'e2e/api-trouble.spec.ts']

/** Journeys and published clients in a real browser, against the whole product, which is started once for all of them. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './setup/start-product-once.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // On a busy machine everything takes its time; only what hangs may end here.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: { launchOptions: await launchOptions(), locale: 'en-US', trace: 'off' },
  projects: [
    {
      name: 'chromium',
      testMatch: ['**/tests/e2e/**/*.spec.ts', '**/tests/conformance/**/*.spec.ts'],
      ...(long ? {} : { testIgnore: slowJourneys, grepInvert: new RegExp(slow.tag) }),
    },
    ...(long ? [{ name: 'long', testMatch: '**/tests/long/**/*.spec.ts', timeout: 600_000 }] : []),
  ],
})
