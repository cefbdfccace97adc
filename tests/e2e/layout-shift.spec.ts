import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { expect, test } from './product-test'
import { recordShifts, type Shift } from './record-shifts'
import { signUp } from './sign-up'
import { slow } from './slow-tier'
import { surfaces } from './surfaces'

async function shiftsOn(page: Page, url: string): Promise<Shift[]> {
  await arrive(page, url)
  return page.evaluate(() => window.shifts ?? [])
}

/**
 * Runs in the page: elements that would move if removed elements were hidden in place, as they are briefly during
 * loading.
 */
function movedByNeighbours(): string[] {
  const all = [...document.querySelectorAll('body *')]
  const tops = () => all.map((element) => element.getBoundingClientRect().top)
  const before = tops()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT)
  const places: Comment[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Comment) places.push(walker.currentNode)
  for (const place of places.filter(({ data }) => data.startsWith('data-ms-content='))) {
    const hidden = document.createElement('p')
    hidden.style.display = 'none'
    place.replaceWith(hidden)
  }
  const after = tops()
  return all.filter((_element, at) => before[at] !== after[at]).map((element) => element.outerHTML.slice(0, 80))
}

const cases = [
  ['visitor', 360],
  ['member', 1280],
  ['visitor', 1280],
  ['member', 360],
] as const

for (const [who, width] of cases) {
  test(
    `no demo page moves under a ${who}’s eyes at ${width} pixels`,
    slow,
    async ({ page, urls, email, expectedConsole }) => {
      test.setTimeout(600_000)
      expectedConsole.push(/status of 4\d\d/, /\[membership\]/)
      await page.setViewportSize({ width, height: 800 })
      if (who === 'member') {
        const customFields = {
          'first-name': 'Wilhelmina',
          'last-name': 'Featherstonehaugh',
          company: 'A long name & Sons',
        }
        const token = await signUp(urls.api, { email, password: 'a-good-password', customFields })
        await page.addInitScript((value) => localStorage.setItem('_ms-mid', value), token)
      }
      await page.addInitScript(recordShifts)
      for (const path of surfaces.demo) {
        expect.soft(await shiftsOn(page, urls.demo + path), path).toEqual([])
        expect.soft(await page.evaluate(movedByNeighbours), `${path}: neighbours`).toEqual([])
      }
    },
  )
}
