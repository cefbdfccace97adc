import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { as, passAssessment } from './pass-assessment'
import { expect, type ProductUrls } from './product-test'
import { returnToSite } from './trusttag-holders'

export const file = (name: string, buffer: Buffer, mimeType = '') => ({ name, mimeType, buffer })
export const area = (page: Page) => page.getByRole('region', { name: 'Show your work' })
export const chooser = (page: Page) => area(page).getByLabel('Choose Files')
export const list = (page: Page) =>
  area(page)
    .getByRole('listitem')
    .filter({ has: page.locator('.sample-name') })
export const row = (page: Page, name: string) => list(page).filter({ hasText: name })
export const count = (page: Page, number: number) =>
  expect(page.getByRole('heading', { name: `Uploaded Files (${number})`, exact: true })).toBeVisible()

export async function openAsMember(page: Page, urls: ProductUrls, email: string): Promise<string> {
  const token = await returnToSite(page, urls, email)
  const { id } = await passAssessment(urls, as(token), 'Carpenter')
  await arrive(page, `${urls.site}/create-trust-tag?attempt=${id}`)
  await expect(area(page)).toBeVisible()
  return id
}
