import type { Page } from '@playwright/test'
import { microCerts } from '../../contract/micro-certs'
import { banks, bankOf, begin, forward, typeSkill } from './assessment'
import { arrive } from './arrive'
import { findings } from './axe-findings'
import { expect, test } from './product-test'
import { slow, slowUnless } from './slow-tier'

const shown = async (page: Page): Promise<string> => page.locator('.question legend').innerText()
const heading = (page: Page) => page.locator('#assessment')

for (const { skill, aliases, questions } of banks.filter((bank) => bank.skill !== ''))
  test(
    `${skill} has ten questions of its own, by its other names too`,
    slowUnless(skill === 'Electrician'),
    async ({ page, urls }) => {
      for (const typed of [skill, ...aliases.slice(0, 1).map((alias) => `  ${alias.toUpperCase()} `)]) {
        await begin(page, urls.site, typed)
        await expect(heading(page)).toHaveText(`${skill} Technical Assessment`)
        expect(questions.map(({ text }) => text)).toContain(await shown(page))
      }
    },
  )

test(
  'any other skill, listed or typed, and every job role gets the general questions with its name in them',
  slow,
  async ({ page, urls }) => {
    const general = bankOf('')
    const expectGeneral = async (name: string): Promise<void> => {
      await expect(heading(page)).toHaveText(`${name} Technical Assessment`)
      expect(general.questions.map(({ text }) => text.replaceAll('{skill}', () => name))).toContain(await shown(page))
    }
    await begin(page, urls.site, ' Bee   keeping $& ')
    await expectGeneral('Bee keeping $&')
    // Most questions contain the skill's name.
    await expect(async () => {
      await page.getByRole('radio').first().check()
      await forward(page).click()
      expect(await shown(page)).toContain('Bee keeping $&')
    }).toPass()

    await arrive(page, `${urls.site}/create-trust-tag`)
    await page.getByRole('button', { name: /^Healthcare & Wellness/ }).click()
    await page.getByRole('button', { name: 'Phlebotomy', exact: true }).click()
    await expectGeneral('Phlebotomy')

    await arrive(page, `${urls.site}/create-trust-tag`)
    const jobs = page.getByRole('region', { name: 'Popular MicroCerts' }).getByRole('button')
    await expect(jobs).toHaveText([...microCerts])
    await jobs.first().click()
    await expectGeneral(microCerts[0] ?? '')
  },
)

test('a name near a listed skill is asked about, and a title is refused with a skill to choose instead', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 40[09]/, /The call startAttempt failed/)
  await arrive(page, `${urls.site}/create-trust-tag`)
  await typeSkill(page, 'Registered Nurse')
  await expect(page.getByRole('alert')).toContainText('This title needs a license')
  const instead = page.getByRole('list', { name: 'Skills to choose instead' }).getByRole('button')
  await expect(instead).toHaveText(['CNA'])

  await typeSkill(page, 'excell')
  const meant = page.getByRole('list', { name: 'Did you mean' }).getByRole('button')
  await expect(meant).toHaveText(['Excel'])
  await expect(page.getByRole('textbox', { name: 'Your skill' })).toHaveValue('excell')
  expect(await findings(page)).toEqual([])
  await meant.click()
  await expect(heading(page)).toHaveText('Excel (Intermediate to Advanced) Technical Assessment')

  await arrive(page, `${urls.site}/create-trust-tag`)
  await typeSkill(page, 'Chef')
  await page.getByRole('button', { name: 'No, go on with “Chef” (Workplace basics)' }).click()
  await expect(heading(page)).toHaveText('Chef Technical Assessment')
})

test('the page of a skill starts its test; an alias leads to it, and an unknown name is not found with near names', async ({
  page,
  urls,
  expectedConsole,
}) => {
  await arrive(page, `${urls.site}/skills/line-cook`)
  await expect(page).toHaveURL(`${urls.site}/skills/cook`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cook')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Start the test' }).click()
  await expect(heading(page)).toHaveText('Cook Technical Assessment')

  expectedConsole.push(/status of 404/)
  const answer = await page.goto(`${urls.site}/skills/electrican`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'Electrician' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Electrician')
})

test('an empty search result offers the general assessment, and a skill that is too long is refused with its text kept', async ({
  page,
  urls,
  expectedConsole,
}) => {
  await arrive(page, `${urls.site}/create-trust-tag`)
  await page.getByLabel('Search skills').fill('glassblower')
  await page.getByRole('button', { name: 'Take the assessment for “glassblower”' }).click()
  await expect(heading(page)).toHaveText('glassblower Technical Assessment')

  expectedConsole.push(/status of 400/, /The call startAttempt failed/)
  await page.goto(`${urls.site}/create-trust-tag`)
  await page.getByRole('textbox', { name: 'Your skill' }).evaluate((input) => input.removeAttribute('maxlength'))
  await typeSkill(page, 'x'.repeat(81))
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your skill' })).toHaveValue('x'.repeat(81))
})
