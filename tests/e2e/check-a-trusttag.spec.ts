import { sampleIds } from '../../host-site/content/samples'
import { findings } from './axe-findings'
import { expect, test } from './product-test'
import { slow } from './slow-tier'

test(
  'an employer tries the samples, follows a link to one, and goes back to the previous one',
  slow,
  async ({ page, urls }) => {
    await page.goto(`${urls.site}/verify`)
    const result = page.getByRole('region', { name: 'Result', exact: true })
    for (const id of sampleIds) {
      await page.getByRole('button', { name: id }).click()
      await expect(page.getByLabel('TrustTag ID')).toHaveValue(id)
      await expect(result.getByText(id, { exact: true })).toBeVisible()
      await expect(result.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
      await expect(result.getByText('Sample', { exact: true })).toBeVisible()
      await expect(page).toHaveURL(`${urls.site}/verify?id=${id}`)
    }
    await page.goBack()
    await expect(result.getByText(sampleIds[1], { exact: true })).toBeVisible()
    await expect(page.getByLabel('TrustTag ID')).toHaveValue(sampleIds[1])

    const answer = await page.goto(`${urls.site}/verify/${sampleIds[0]}`)
    expect(answer?.status()).toBe(200)
    await expect(result.getByText('Web Development')).toBeVisible()
    await expect(result.locator('.verified-facts dt')).toHaveText([
      'Skill',
      'Score',
      'Holder',
      'Issued',
      'TrustTag ID',
      'Status',
      'Verified on',
      'Log hash',
    ])
    expect(await findings(page)).toEqual([])
  },
)

test('an unknown ID is invalid, a short one is not requested, and a pasted link works as its ID', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 404/)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/trusttag/verify/') && asked.push(request.method()))
  await page.goto(`${urls.site}/verify`)
  const input = page.getByLabel('TrustTag ID')
  await input.fill('tt-12')
  await input.press('Enter')
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  await expect(input).toBeFocused()
  expect(asked).toEqual([])
  await input.fill('TT-XX2024999')
  await input.press('Enter')
  await expect(page.getByRole('heading', { name: 'Invalid TrustTag' })).toBeVisible()
  await expect(page.getByText('This TrustTag ID was not found or is invalid')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await input.fill(` ${urls.site}/verify/${sampleIds[2].toLowerCase()}?from=mail `)
  await input.press('Enter')
  await expect(input).toHaveValue(sampleIds[2])
  await expect(page.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
})

test('a result is printed with the link to check it, and without the form that asked for it', async ({
  page,
  urls,
}) => {
  await page.goto(`${urls.site}/verify/${sampleIds[0]}`)
  await expect(page.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Samuel Okoro')).toBeVisible()
  await expect(page.getByText(`${urls.site}/verify/${sampleIds[0]}`)).toBeVisible()
  await expect(page.getByText('Sample', { exact: true })).toBeVisible()
  await expect(page.getByLabel('TrustTag ID')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
})
