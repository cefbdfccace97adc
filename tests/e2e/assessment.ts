import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { QuestionBank } from '../../api/features/assessments/question-bank'
import { expect } from './product-test'

const FOLDER = new URL('../../api/banks/', import.meta.url)

/** As they stand on the server's disk. */
export const banks: readonly QuestionBank[] = readdirSync(FOLDER).map((name): QuestionBank =>
  JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')),
)

/** Of the bank for a skill; of the general one for any that has none. */
export const bankOf = (skill: string): QuestionBank => {
  const bank = banks.find((one) => one.skill === skill) ?? banks.find(({ id }) => id === 'general')
  if (!bank) throw new Error('There is no general bank.')
  return bank
}

/** Types a skill, as whoever does not find it in the lists. */
export async function typeSkill(page: Page, skill: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your skill' }).fill(skill)
  await page.getByRole('button', { name: 'Create Assessment' }).click()
}

/** Opens the page for skills and begins with one. */
export async function begin(page: Page, site: string, skill: string): Promise<void> {
  await page.goto(`${site}/create-trust-tag`)
  await typeSkill(page, skill)
  await expect(page.getByText('Question 1 of 10', { exact: true })).toBeVisible()
}

export const forward = (page: Page) => page.locator('.question [type=submit]')

/** What is right, or surely wrong, for the question that is shown. */
export async function optionFor(page: Page, skill: string, right: boolean): Promise<string> {
  const text = await page.locator('.question legend').innerText()
  const question = bankOf(skill).questions.find((one) => one.text.replaceAll('{skill}', () => skill) === text)
  const options = question && 'right' in question ? question[right ? 'right' : 'wrong'] : []
  const [option] = options
  if (option === undefined) throw new Error(`The bank for ${skill} has no answer to: ${text}`)
  return option
}

/** Answers every question from the one shown on, and completes. */
export async function answerAll(page: Page, skill: string, { right = true } = {}): Promise<void> {
  for (let last = false; !last;) {
    last = (await forward(page).innerText()) === 'Complete Assessment'
    const badge = await page.locator('.assessment .badge').innerText()
    await page.getByRole('radio', { name: await optionFor(page, skill, right), exact: true }).check()
    await forward(page).click()
    if (!last) await expect(page.locator('.assessment .badge')).not.toHaveText(badge)
  }
  await expect(page.getByRole('heading', { name: 'Skill Assessment Complete!' })).toBeVisible()
}

/** A visitor who has passed. */
export async function pass(page: Page, site: string, skill: string): Promise<void> {
  await begin(page, site, skill)
  await answerAll(page, skill)
}
