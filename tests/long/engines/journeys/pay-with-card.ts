import { testCards } from '../../../../contract/test-cards'
import type { JourneyPage } from '../journey-page'

/** Fills in the test checkout on the current page, and pays. */
export async function payWithCard(page: JourneyPage, { api }: { api: string }): Promise<void> {
  const number = testCards.find(({ name }) => name === 'main')?.number ?? ''
  await page.isAt(`${api}/test/checkout`)
  await page.fill('Card number', number)
  await page.fill('Expiry', `12/${String(new Date().getFullYear() + 2).slice(-2)}`)
  await page.fill('CVC', '123')
  await page.click('Pay …')
}
