import type { Page } from '@playwright/test'
import type { HeldTag } from '../../contract/schemas/tags'
import { runNode } from '../support/run-process'
import { linkFromMailbox } from './mailbox'
import { as, callTrustTag, passAssessment } from './pass-assessment'
import type { ProductUrls } from './product-test'

const PASSWORD = 'a-good-password'

/**
 * A live TrustTag of a member who signed up on the live domain, verified the email and used the free offer.
 * @param page opens the emailed link
 */
export async function earnLiveTag(page: Page, urls: ProductUrls, email: string): Promise<HeldTag> {
  const live = { ...urls, site: urls.site.replace('//localhost', '//live.localhost') }
  const { tokens } = await callTrustTag<{ tokens: { accessToken: string } }>(live, {}, 'POST', '/auth/signup', {
    email,
    password: PASSWORD,
  })
  const who = as(tokens.accessToken)
  await page.goto(await linkFromMailbox(urls.api, email, '/account/verify-email'))
  await page.getByLabel(/password/i).fill(PASSWORD)
  await page.getByRole('button', { name: /verify|confirm/i }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { id: attemptId } = await passAssessment(live, who, 'Web Development')
  await callTrustTag(live, who, 'POST', '/trusttag/offer/claim', {})
  return callTrustTag(live, who, 'POST', '/trusttag/tags', {
    attemptId,
    holderName: 'Grace Hopper',
    visibility: 'LINK',
  })
}

/** Revokes by command while the server runs. */
export async function revokeTag(urls: ProductUrls, id: string, reason: string): Promise<void> {
  const env = { DATA_DIR: process.env['PRODUCT_DATA_DIR'], PUBLIC_API_URL: urls.api }
  const running = runNode(['commands/run.mjs', 'owner', 'tags', 'revoke', id, reason, '--mode', 'live'], { env })
  const { code } = await running.ended
  if (code !== 0) throw new Error(running.output())
}
