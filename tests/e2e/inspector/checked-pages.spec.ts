import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../support/run-process'
import { rules } from '../../../widget/inspector/rules/index'
import type { Rule } from '../../../widget/inspector/rules/rule'
import { expect, test } from '../product-test'
import { slowUnless } from '../slow-tier'
import { mistakesOn, openAtStandstill } from './inspected-page'

const folder = join(projectRoot, 'demo-pages')
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.html'))
  // Pages with badges have no script, so no inspector.
  .filter((path) => !path.startsWith('badges/'))

const inTheGate = new Set([
  'inspector/broken-plan-suffix.html',
  'inspector/misplaced-form-attribute.html',
  'plans/cart.html',
])

/** After all delayed rules. */
const SETTLED_MS = 3_000

// Visitors’ browsers do not learn which coupons and contents exist: see private-ids.spec.ts.
const shown = rules.filter((rule: Rule) => !rule.sourceOnly && !rule.privateIds)

for (const { id } of shown) {
  const path = `inspector/${id}.html`
  test(
    `${path}: ${id} is found in exactly the elements that fail`,
    slowUnless(inTheGate.has(path)),
    async ({ page, urls, expectedConsole }) => {
      // Intended mistakes are logged to the console too.
      expectedConsole.push(/\[membership\]/)
      const failing = [...readFileSync(join(folder, path), 'utf8').matchAll(/\bid="(fail-[^"]+)"/g)].map(
        ([, name]) => name,
      )
      expect(failing.length).toBeGreaterThan(0)
      await openAtStandstill(page, `${urls.demo}/${path}`)
      await page.clock.runFor(SETTLED_MS)
      expect(await mistakesOn(page)).toEqual(failing.map((name) => `${id} #${name}`).toSorted())
    },
  )
}

for (const path of pages.filter((one) => !one.startsWith('inspector/'))) {
  test(
    `${path}: nothing is wrong with it`,
    slowUnless(inTheGate.has(path)),
    async ({ page, urls, expectedConsole }) => {
      expectedConsole.push(/\[membership\]/)
      await openAtStandstill(page, `${urls.demo}/${path}`)
      await page.clock.runFor(SETTLED_MS)
      expect(await mistakesOn(page)).toEqual([])
    },
  )
}
