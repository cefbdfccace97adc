import type { Page } from '@playwright/test'
import { sampleImage } from '../support/sample-images'
import { pdf } from '../support/sample-files'
import { arrive } from './arrive'
import { answerAll, begin, forward, optionFor } from './assessment'
import { findings, rulesIn } from './axe-findings'
import { as, passAssessment } from './pass-assessment'
import { expect, test } from './product-test'
import { returnToSite } from './trusttag-holders'
import { slow } from './slow-tier'

/** Runs in the page: touch targets that are too small. A native radio is pressed by its label. */
function smallTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input)')]
    .filter((one) => one.checkVisibility())
    .flatMap((one) => {
      const label = one instanceof HTMLInputElement ? one.labels?.[0] : undefined
      const { height } = (label ?? one).getBoundingClientRect()
      return height < 43.5 ? [`“${one.textContent || one.id || one.className}” is ${height.toFixed(0)} high`] : []
    })
}

/** Both color schemes, and all widths. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await findings(page, rulesIn(colorScheme)), `${what}, ${colorScheme}`).toEqual([])
  }
  for (const width of [320, 360, 768, 1920, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(over, `${what} at ${width}`).toBeLessThanOrEqual(0)
    expect.soft(await page.evaluate(smallTargets), `${what} at ${width}`).toEqual([])
  }
}

test(
  'no state of an assessment has an accessibility finding, overflows or has too small controls',
  slow,
  async ({ page, context, urls, expectedConsole }) => {
    test.setTimeout(300_000)
    expectedConsole.push(/ERR_INTERNET_DISCONNECTED/, /The call saveAnswers failed/)
    await begin(page, urls.site, 'Truck Driver (CDL)')
    await expectAccessible(page, 'a fresh question')
    await context.setOffline(true)
    await page.getByRole('radio').first().check()
    await expect(page.locator('.question-foot output')).toHaveText(/^Not saved yet/)
    await expectAccessible(page, 'an answer that is not saved')
    await context.setOffline(false)
    await page.reload()
    await answerAll(page, 'Truck Driver (CDL)', { right: false })
    await expectAccessible(page, 'a result that does not pass')
  },
)

test(
  'neither does a question with several answers, or one with a typed answer',
  slow,
  async ({ page, urls, expectedConsole }) => {
    expectedConsole.push(/status of 400/, /The call saveAnswers failed/)
    // No bank has these types yet, but the screen supports them.
    await page.route('**/trusttag/attempts', async (route) => {
      const answer = await route.fetch()
      const body: { data: { questions: { type: string; options: string[] }[] } } = await answer.json()
      for (const [index, question] of body.data.questions.entries()) question.type = index === 0 ? 'checkbox' : 'text'
      await route.fulfill({ response: answer, json: body })
    })
    await begin(page, urls.site, 'Cook')
    await page.getByRole('checkbox').nth(0).check()
    await page.getByRole('checkbox').nth(2).check()
    await expectAccessible(page, 'several answers')
    await forward(page).click()
    await page.getByLabel('Your answer').fill('Salt')
    await expectAccessible(page, 'a typed answer')
  },
)

test('a whole assessment, and its files, with the keyboard alone', async ({ page, urls, email }) => {
  test.setTimeout(300_000)
  await returnToSite(page, urls, email)
  await arrive(page, `${urls.site}/create-trust-tag`)
  await page.getByRole('textbox', { name: 'Your skill' }).focus()
  await page.keyboard.type('Excel')
  await page.keyboard.press('Enter')
  const skill = 'Excel (Intermediate to Advanced)'
  for (let number = 1; number <= 10; number += 1) {
    await expect(page.getByText(`Question ${number} of 10`, { exact: true })).toBeVisible()
    // The legend gets the focus first, and the keyboard continues from it.
    await expect(page.locator('.question legend')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    const right = await optionFor(page, skill, true)
    for (let tries = 0; tries < 4; tries += 1) {
      if ((await page.getByRole('radio', { checked: true }).inputValue()) === right) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { name: 'Skill Assessment Complete!' })).toBeFocused()
  await expect(page.getByText('100%', { exact: true })).toBeVisible()

  const chosen = page.waitForEvent('filechooser')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Choose Files')).toBeFocused()
  await page.keyboard.press('Space')
  await (await chosen).setFiles([{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf() }])
  await expect(page.getByRole('heading', { name: 'Uploaded Files (1)' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Open plan.pdf' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove plan.pdf' })).toHaveCount(0)
  await expect(page.getByLabel('Choose Files')).toBeFocused()
})

test(
  'no state of a work sample has an accessibility finding, overflows or has too small controls',
  slow,
  async ({ page, context, urls, email, expectedConsole }) => {
    test.setTimeout(300_000)
    expectedConsole.push(/ERR_INTERNET_DISCONNECTED/, /The call \w+ failed/)
    const token = await returnToSite(page, urls, email)
    const { id } = await passAssessment(urls, as(token), 'Carpenter')
    await arrive(page, `${urls.site}/create-trust-tag?attempt=${id}`)
    await expectAccessible(page, 'no files')
    const choose = page.getByLabel('Choose Files')
    await choose.setInputFiles([
      { name: `${'a-very-long-name-'.repeat(9)}.png`, mimeType: 'image/png', buffer: await sampleImage('png') },
    ])
    await expect(page.getByRole('heading', { name: 'Uploaded Files (1)' })).toBeVisible()
    await context.setOffline(true)
    await choose.setInputFiles([
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf() },
      { name: 'later.pdf', mimeType: 'application/pdf', buffer: pdf() },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') },
    ])
    await expect(page.getByText(/The upload resumes automatically/).first()).toBeVisible()
    await expectAccessible(page, 'ready, paused, queued and refused')
  },
)
