import { defineConfig } from '@playwright/test'
import { slow } from './e2e/slow-tier'
import { launchOptions } from './support/launch-browser'
import { long, mainJourneys, slowJourneys } from './tiers.mjs'

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
      testMatch: ['**/tests/e2e/**/*.spec.ts', '**/tests/conformance/**/*.spec.ts'],
      ...(long ? {} : { testIgnore: [...slowJourneys], grepInvert: new RegExp(slow.tag) }),
    },
    // The gate’s. They are among those of `chromium`, so they only run when they are asked for.
    ...(process.argv.includes('smoke')
      ? [{ name: 'smoke', testMatch: mainJourneys.map((path) => `**/tests/${path}`), grepInvert: new RegExp(slow.tag) }]
      : []),
    { name: 'long', testMatch: '**/tests/long/**/*.spec.ts', timeout: 600_000 },
  ],
})
