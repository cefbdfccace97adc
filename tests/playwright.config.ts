import { defineConfig } from '@playwright/test'
import { slow } from './e2e/slow-tier'
import { launchOptions } from './support/launch-browser'
import { long, mainJourneys, slowJourneys } from './tiers.mjs'

/** The gate sets TEST_SMOKE. */
const journeys = process.env['TEST_SMOKE'] === '1' ? mainJourneys : ['e2e/**/*.spec.ts', 'conformance/**/*.spec.ts']

/** Journeys and published clients in a real browser, against the whole product, which starts once for all of them. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './setup/start-product-once.ts',
  fullyParallel: true,
  workers: 2,
  // `commands/test` runs a failed journey once more, alone.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // A busy machine is slow; only hanging tests should time out.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: { launchOptions: await launchOptions(), locale: 'en-US', trace: 'off' },
  projects: [
    {
      name: 'chromium',
      testMatch: journeys.map((path) => `**/tests/${path}`),
      ...(long ? {} : { testIgnore: [...slowJourneys], grepInvert: new RegExp(slow.tag) }),
    },
    { name: 'long', testMatch: '**/tests/long/**/*.spec.ts', timeout: 600_000 },
  ],
})
