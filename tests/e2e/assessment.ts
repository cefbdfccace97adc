import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { QuestionBank } from '../../api/features/assessments/question-bank'
import { expect } from './product-test'

const FOLDER = new URL('../../api/banks/', import.meta.url)

export const banks: readonly QuestionBank[] = readdirSync(FOLDER).map((name): QuestionBank =>
  JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')),
)

/** The skill's own bank, or the general one. */
export const bankOf = (skill: string): QuestionBank => {
  const bank = banks.find((one) => one.skill === skill) ?? banks.find(({ id }) => id === 'general')
  if (!bank) throw new Error('There is no general bank.')
  return bank
}

/** Types a skill that is not listed. */
export async function typeSkill(page: Page, skill: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your skill' }).fill(skill)
  await page.getByRole('button', { name: 'Create Assessment' }).click()
}

/** Starts an assessment from the skills page. */
export async function begin(page: Page, site: string, skill: string): Promise<void> {
  await page.goto(`${site}/create-trust-tag`)
  await typeSkill(page, skill)
  await expect(page.getByText('Question 1 of 10', { exact: true })).toBeVisible()
}

export const forward = (page: Page) => page.locator('.question [type=submit]')

/** A right or wrong option of the shown question. */
export async function optionFor(page: Page, skill: string, right: boolean): Promise<string> {
  const text = await page.locator('.question legend').innerText()
  const question = bankOf(skill).questions.find((one) => one.text.replaceAll('{skill}', () => skill) === text)
  const options = question && 'right' in question ? question[right ? 'right' : 'wrong'] : []
  const [option] = options
  if (option === undefined) throw new Error(`The bank for ${skill} has no answer to: ${text}`)
  return option
}

/** Answers all remaining questions and completes. */
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

export async function pass(page: Page, site: string, skill: string): Promise<void> {
  await begin(page, site, skill)
  await answerAll(page, skill)
}
