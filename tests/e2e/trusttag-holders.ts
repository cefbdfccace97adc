import type { Page } from '@playwright/test'
import type { HeldTag } from '../../contract/schemas/tags'
import type { TagPurchase } from '../../contract/schemas/tag-purchases'
import { payByApi } from './checkout'
import { verifyEmail } from './mailbox'
import { as, callTrustTag, passAssessment } from './pass-assessment'
import type { ProductUrls } from './product-test'
import { storeSession } from './store-session'

const grace = { 'first-name': 'Grace', 'last-name': 'Hopper', phone: '+1 555 0100' }

/** A returning member with a verified email. @returns the session token */
export async function returnToSite(
  page: Page,
  urls: ProductUrls,
  email: string,
  { verified = true } = {},
): Promise<string> {
  const token = await storeSession(page, urls.site, urls.api, 'app_trusttag', email, { customFields: grace })
  if (verified) await verifyEmail(urls.api, email, 'a-good-password')
  await page.addInitScript((at) => {
    if (location.origin === at) localStorage.setItem('isLoggedIn', 'true')
  }, urls.site)
  return token
}

/** Starts a purchase without a browser. `url` is the checkout. */
export async function beginTagPurchase(urls: ProductUrls, token: string, packageId: string) {
  const back = `${urls.site}/checkout`
  return callTrustTag<{ url: string; purchase: TagPurchase }>(urls, as(token), 'POST', '/trusttag/purchases', {
    packageId,
    success_url: back,
    cancel_url: back,
  })
}

export async function buyPackage(urls: ProductUrls, token: string, packageId: string): Promise<TagPurchase> {
  const { url, purchase } = await beginTagPurchase(urls, token, packageId)
  await payByApi(url)
  const { purchases } = await callTrustTag<{ purchases: TagPurchase[] }>(urls, as(token), 'GET', '/trusttag/purchases')
  return purchases.find(({ id }) => id === purchase.id) ?? purchase
}

/** A TrustTag of Grace Hopper, earned without a browser. */
export async function earnTag(
  urls: ProductUrls,
  token: string,
  skill: string,
  visibility: HeldTag['visibility'] = 'LINK',
): Promise<HeldTag> {
  const { id: attemptId } = await passAssessment(urls, as(token), skill)
  await buyPackage(urls, token, 'single')
  return callTrustTag(urls, as(token), 'POST', '/trusttag/tags', {
    attemptId,
    holderName: 'Grace Hopper',
    visibility,
  })
}
