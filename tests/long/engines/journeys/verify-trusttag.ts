import { sampleIds } from '../../../../host-site/content/samples'
import type { Journey } from '../journey'

export const verifyTrusttag: Journey = {
  name: 'an employer verifies a TrustTag, and a made-up ID is invalid',
  async walk({ urls, page }) {
    const [sample] = sampleIds
    await page.goto(`${urls.site}/verify`)
    await page.click(sample)
    await page.sees('Valid TrustTag')
    await page.isAt(`${urls.site}/verify?id=${sample}`)
    await page.fill('TrustTag ID', 'TT-XX2024999')
    await page.press('Enter')
    await page.sees('Invalid TrustTag')
    await page.goto(`${urls.site}/verify/${sample}`)
    await page.sees('Valid TrustTag')
    await page.sees('Samuel Okoro')
  },
}
