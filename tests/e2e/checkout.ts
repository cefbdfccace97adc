import type { Page } from '@playwright/test'
import { testCards, type TestCard } from '../../contract/test-cards'
import { expect, type ProductUrls } from './product-test'
import { storeSession } from './store-session'

type CardName = TestCard['name']

const headers = (token: string, { demo }: ProductUrls) => ({
  Origin: demo,
  'Content-Type': 'application/json',
  'X-APP-ID': 'app_demo',
  Authorization: `Bearer ${token}`,
})

/** A month in the future. */
const expiry = `12/${String(new Date().getFullYear() + 2).slice(-2)}`

export const cardNumber = (name: CardName): string => testCards.find((card) => card.name === name)?.number ?? name
const cvc = (name: CardName): string => (name === 'amex' ? '1234' : '123')

/** Pays at the hosted test checkout. */
export async function payWith(page: Page, card: CardName = 'main'): Promise<void> {
  await page.waitForURL(/\/test\/checkout(\?|$)/)
  await page.getByLabel('Card number', { exact: true }).fill(cardNumber(card))
  await page.getByLabel('Expiry', { exact: true }).fill(expiry)
  await page.getByLabel('CVC', { exact: true }).fill(cvc(card))
  await page.getByRole('button', { name: /^Pay/ }).click()
}

/** @returns the URL of the checkout */
export async function beginPurchase(urls: ProductUrls, token: string, priceId: string): Promise<string> {
  const back = `${urls.demo}/pricing.html`
  const answer = await fetch(`${urls.api}/member/plans/create-checkout-session`, {
    method: 'POST',
    headers: headers(token, urls),
    body: JSON.stringify({ priceId, success_url: back, cancel_url: back }),
  })
  if (!answer.ok) throw new Error(`The checkout answered ${answer.status}: ${await answer.text()}`)
  const body: { data: { url: string } } = await answer.json()
  return body.data.url
}

/** Pays without a browser, with the checkout's form. */
export async function buyByApi(urls: ProductUrls, token: string, priceId: string): Promise<void> {
  await payByApi(await beginPurchase(urls, token, priceId))
}

/** Pays a checkout by its URL, without a browser. */
export async function payByApi(address: string): Promise<void> {
  const url = new URL(address)
  const session = url.searchParams.get('session') ?? ''
  const paid = await fetch(url.origin + url.pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ session, cardNumber: cardNumber('main'), expiry, cvc: cvc('main') }),
  })
  if (paid.status !== 303) throw new Error(`Paying answered ${paid.status}: ${await paid.text()}`)
}

/** Logs in a new member who has paid for these prices. @returns the session token */
export async function becomeBuyer(page: Page, urls: ProductUrls, email: string, ...prices: string[]): Promise<string> {
  const token = await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  for (const price of prices) await buyByApi(urls, token, price)
  return token
}

/** The member's plans as the page has them, one per line. */
export async function plansOf(page: Page): Promise<string[]> {
  const answer = await page.evaluate(() => window.$memberstackDom?.getCurrentMember())
  const connections = answer?.data?.planConnections ?? []
  return connections
    .map(({ planId, status, payment }) => [planId, status, payment?.priceId].filter(Boolean).join(' '))
    .toSorted()
}

export async function openPortal(page: Page, urls: ProductUrls): Promise<void> {
  await page.goto(`${urls.demo}/plans/customer-portal.html`)
  await page.getByRole('button', { name: 'Manage payments' }).click()
  await page.waitForURL('**/test/portal?**')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Clicks buttons in the portal and returns to the page. */
export async function playInPortal(page: Page, urls: ProductUrls, ...buttons: string[]): Promise<void> {
  await openPortal(page, urls)
  for (const name of buttons) {
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) })
    await Promise.all([page.waitForEvent('load'), button.first().click()])
    await expect(page.getByRole('status')).toHaveText('Done.')
  }
  await page.getByRole('link', { name: /^Back/ }).click()
  await page.waitForURL(`${urls.demo}/**`)
  await page.waitForFunction(() => window.$memberstackReady)
}
