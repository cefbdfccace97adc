import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { answerAll, bankOf, begin, forward, optionFor } from './assessment'
import { as, callTrustTag } from './pass-assessment'
import { expect, test } from './product-test'
import { returnToSite } from './trusttag-holders'
import { joinInDialog } from './trusttag-dialog'
import { slow } from './slow-tier'

const badge = (page: Page) => page.locator('.assessment .badge')
const saved = (page: Page) => page.locator('.question-foot output')
const first = (page: Page) => page.getByRole('radio').first()

/** Collects all response bodies. */
function collectAnswers(page: Page): string[] {
  const bodies: string[] = []
  page.on('response', (response) => {
    void response.text().then(
      (text) => bodies.push(text),
      // Redirects and preflights have no body.
      () => {},
    )
  })
  return bodies
}

test('a visitor picks a skill from its category and answers ten questions; no response reveals a right answer', async ({
  page,
  urls,
}) => {
  const bodies = collectAnswers(page)
  await arrive(page, `${urls.site}/create-trust-tag`)
  const category = page.getByRole('button', { name: /^Hospitality & Food Service/ })
  await category.click()
  await expect(category).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Cook', exact: true }).click()

  await expect(page.locator('#assessment')).toHaveText('Cook Technical Assessment')
  await expect(page.getByRole('radio')).toHaveCount(4)
  const previous = page.getByRole('button', { name: 'Previous' })
  await expect(previous).toBeDisabled()
  for (let number = 1; number <= 10; number += 1) {
    await expect(badge(page)).toHaveText(`Question ${number} of 10`)
    await expect(page.getByRole('progressbar')).toHaveJSProperty('value', number)
    await expect(page.locator('fieldset')).toHaveCount(1)
    await expect(forward(page)).toHaveText(number < 10 ? 'Next' : 'Complete Assessment')
    await expect(forward(page)).toBeDisabled()
    await page.getByRole('radio', { name: await optionFor(page, 'Cook', true), exact: true }).check()
    if (number === 2) await lookBack(page)
    await forward(page).click()
  }

  await expect(page.getByRole('heading', { name: 'Skill Assessment Complete!' })).toBeFocused()
  await expect(page.getByText('All 10 technical questions on Cook are done.')).toBeVisible()
  await expect(page.getByText('100%', { exact: true })).toBeVisible()
  await expect(page.getByText(/unproctored knowledge test, not a license/)).toBeVisible()

  expect(bodies.some((body) => body.includes('"questions":['))).toBe(true)
  for (const { why, source } of bankOf('Cook').questions)
    for (const secret of [why, source]) expect(bodies.filter((body) => body.includes(secret))).toEqual([])
  for (const body of bodies.filter((text) => text.includes('"questions":['))) expectNoKeys(JSON.parse(body))
})

async function lookBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(badge(page)).toHaveText('Question 1 of 10')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
  await forward(page).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
}

/** Questions must have no other keys, at any depth of the response. */
function expectNoKeys({ data }: { data: { questions?: object[]; attempts?: { questions: object[] }[] } }): void {
  const questions = data.questions ?? data.attempts?.flatMap((attempt) => attempt.questions) ?? []
  expect(questions.length).toBeGreaterThan(0)
  for (const question of questions) expect(Object.keys(question).toSorted()).toEqual(['id', 'options', 'text', 'type'])
}

test(
  'leaving and picking again starts at the first question without answers; Back returns to the skills',
  slow,
  async ({ page, urls }) => {
    await begin(page, urls.site, 'Carpenter')
    for (let number = 1; number < 5; number += 1) {
      await first(page).check()
      await forward(page).click()
    }
    await expect(badge(page)).toHaveText('Question 5 of 10')
    await page.getByRole('button', { name: 'Back to Skills' }).click()
    await expect(page.getByRole('heading', { name: 'Popular MicroCerts' })).toBeVisible()
    await expect(page).toHaveURL(`${urls.site}/create-trust-tag`)

    await page.goBack()
    await expect(badge(page)).toHaveText('Question 5 of 10')
    await page.goForward()
    await expect(page.getByRole('heading', { name: 'Popular MicroCerts' })).toBeVisible()

    await begin(page, urls.site, 'Carpenter')
    await expect(badge(page)).toHaveText('Question 1 of 10')
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(forward(page)).toBeDisabled()
  },
)

test(
  'a reload continues after the last answer, in the same order; so does a second tab',
  slow,
  async ({ page, openTab, urls }) => {
    await begin(page, urls.site, 'QuickBooks')
    await first(page).check()
    await forward(page).click()
    const chosen = page.getByRole('radio').nth(2)
    const label = await chosen.inputValue()
    const shown = await page.locator('.choice').allInnerTexts()
    await chosen.check()
    await expect(saved(page)).toHaveText('Saved')
    await page.reload()
    await expect(badge(page)).toHaveText('Question 3 of 10')
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.locator('.choice')).toHaveText(shown)
    await expect(page.getByRole('radio', { checked: true })).toHaveValue(label)

    const second = await openTab()
    await second.goto(page.url())
    await expect(badge(second)).toHaveText('Question 3 of 10')
    await answerAll(second, 'QuickBooks')
    // The first tab is outdated and says so; a reload shows the result.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Skill Assessment Complete!' })).toBeVisible()
  },
)

test('a sign-up during an assessment keeps the question, and the result belongs to the account', async ({
  page,
  urls,
  email,
}) => {
  await begin(page, urls.site, 'Google Workspace')
  await first(page).check()
  await forward(page).click()
  await expect(badge(page)).toHaveText('Question 2 of 10')
  await first(page).check()
  await page.evaluate(() => void window.$memberstackDom?.openModal('SIGNUP'))
  await joinInDialog(page, email)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' })).toBeVisible()
  await page.evaluate(() => window.$memberstackDom?.hideModal())
  await expect(badge(page)).toHaveText('Question 2 of 10')
  await expect(first(page)).toBeChecked()
  await answerAll(page, 'Google Workspace')
  await expect(page.getByRole('heading', { name: 'Keep this result' })).toHaveCount(0)
  const token = await page.evaluate(() => window.$memberstackDom?.getMemberCookie() ?? '')
  const own = await callTrustTag<{ attempts: { skill: string; status: string }[] }>(
    urls,
    as(token),
    'GET',
    '/trusttag/attempts',
  )
  expect(own.attempts).toMatchObject([{ skill: 'Google Workspace', status: 'complete' }])
})

test('a lost network loses no answer: it is kept over a reload, and sent when the network is back', async ({
  page,
  context,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /The call saveAnswers failed/)
  await begin(page, urls.site, 'Electrician')
  await page.getByRole('radio', { name: await optionFor(page, 'Electrician', true), exact: true }).check()
  await forward(page).click()
  await expect(badge(page)).toHaveText('Question 2 of 10')

  // The page can be loaded, but nothing can be saved.
  await page.route('**/trusttag/attempts/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  const right = await optionFor(page, 'Electrician', true)
  await page.getByRole('radio', { name: right, exact: true }).check()
  await expect(saved(page)).toHaveText('Not saved yet. Your answers are kept on this page.')
  await page.reload()
  await expect(badge(page)).toHaveText('Question 2 of 10')
  await expect(page.getByRole('radio', { checked: true })).toHaveValue(right)
  await page.unroute('**/trusttag/attempts/*')

  await context.setOffline(true)
  await forward(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'The next question could not be loaded. It follows once you are online again.',
  )
  await context.setOffline(false)
  await expect(badge(page)).toHaveText('Question 3 of 10')
  await answerAll(page, 'Electrician')
  await expect(page.getByText('100%', { exact: true })).toBeVisible()
})

test(
  'a failed attempt shows the retake time, costs nothing, and starting over leads to the skills',
  slow,
  async ({ page, urls, email, expectedConsole }) => {
    expectedConsole.push(/status of 409/, /The call startAttempt failed/)
    await returnToSite(page, urls, email)
    await begin(page, urls.site, 'Power BI')
    await answerAll(page, 'Power BI', { right: false })
    await expect(page.getByText('Not passed', { exact: true })).toBeVisible()
    await expect(
      page.getByText(/This attempt costs nothing\. You can try again, with other questions, from/),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Start Over' }).click()
    await expect(page).toHaveURL(`${urls.site}/create-trust-tag`)
    await page.getByRole('textbox', { name: 'Your skill' }).fill('power bi desktop')
    await page.getByRole('button', { name: 'Create Assessment' }).click()
    await expect(page.getByRole('alert')).toHaveText(/ Please come back in 24 hours\.$/)
    await expect(page.getByRole('heading', { name: 'Popular MicroCerts' })).toBeVisible()
  },
)
