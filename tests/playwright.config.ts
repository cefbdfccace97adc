import { defineConfig } from '@playwright/test'
import { slow } from './e2e/slow-tier'
import { launchOptions } from './support/launch-browser'
import { gate, long, mainJourneys, retries, slowJourneys } from './tiers.mjs'

/** A named file runs in any tier. */
const namesFiles = process.argv.some((argument) => argument.includes('.spec'))

const allJourneys = ['e2e/**/*.spec.ts', 'conformance/**/*.spec.ts']
const journeys = gate || namesFiles ? allJourneys : mainJourneys

/** Journeys and published clients in a real browser, against the whole product, which starts once for all of them. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './setup/start-product-once.ts',
  fullyParallel: true,
  workers: 2,
  // The report names each journey that needed it.
  retries,
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
    ...(long ? [{ name: 'long', testMatch: '**/tests/long/**/*.spec.ts', timeout: 600_000 }] : []),
  ],
})
