import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { budgets } from '../bench/budgets'
import { bundleGzipBytes, widgetFile } from '../bench/bundle-size'

const isBuilt = existsSync(widgetFile)
const inCi = Boolean(process.env['CI'])

test.skipIf(!isBuilt && !inCi)('membership.js stays within its budget (needs `npm run build`)', async () => {
  expect(await bundleGzipBytes()).toBeLessThanOrEqual(budgets.bundleGzipBytes)
})
