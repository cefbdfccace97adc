import { defineConfig } from '@playwright/test'
import { slow } from './e2e/slow-tier'
import { launchOptions } from './support/launch-browser'
import { gate, long, mainJourneys, slowJourneys } from './tiers.mjs'

/** Who names a file wants it run, whichever tier it is of. */
const namesFiles = process.argv.some((argument) => argument.includes('.spec'))

const allJourneys = ['e2e/**/*.spec.ts', 'conformance/**/*.spec.ts']
const journeys = gate || namesFiles ? allJourneys : mainJourneys

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
      testMatch: journeys.map((path) => `**/tests/${path}`),
      ...(long ? {} : { testIgnore: [...slowJourneys], grepInvert: new RegExp(slow.tag) }),
    },
    ...(long ? [{ name: 'long', testMatch: '**/tests/long/**/*.spec.ts', timeout: 600_000 }] : []),
  ],
})
