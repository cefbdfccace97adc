// oxlint-disable no-empty-pattern -- Playwright requires destructuring, even in a fixture without dependencies
import type { Page } from '@playwright/test'
import { freePort } from '../../support/free-port'
import { offerProviders } from '../../support/offer-providers'
import { startOidcProvider } from '../../support/start-oidc-provider'
import type { OidcProvider } from '../../support/start-oidc-provider'
import { startProduct } from '../../support/start-product'
import type { RunningProduct } from '../../support/start-product'
import { test as base } from '../product-test'
import { serveHtml } from '../serve-html'
import { clientPage } from './client-page'

interface OpenId {
  product: RunningProduct
  /** A real OpenID Connect provider, configured as `acme`. */
  acme: OidcProvider
}

interface SiteFixtures {
  /** A page on an outside site, see `askTheClient`. */
  site: string
}

/** A separate product with two custom providers: `acme`, and `gone`, which never responds. */
export const test = base.extend<SiteFixtures, { openId: OpenId }>({
  openId: [
    async ({}, provide) => {
      const [port, nowhere] = await Promise.all([freePort(), freePort()])
      const client = (key: string, at: number) => ({
        [`OIDC_${key}_ISSUER`]: `http://127.0.0.1:${at}`,
        [`OIDC_${key}_CLIENT_ID`]: 'membership',
        [`OIDC_${key}_CLIENT_SECRET`]: 'secret-of-acme',
      })
      const env = { OIDC_PROVIDERS: 'acme,gone', ...client('ACME', port), ...client('GONE', nowhere) }
      const product = await startProduct(env, (dataDir) =>
        offerProviders(dataDir, [
          { provider: 'acme', name: 'Acme' },
          { provider: 'gone', name: 'Gone' },
        ]),
      )
      const acme = await startOidcProvider({
        port,
        redirectUris: [`${product.urls.api}/auth-provider/callback/acme`],
      })
      await provide({ product, acme })
      await Promise.all([product.stop(), acme.close()])
    },
    { scope: 'worker' },
  ],
  urls: async ({ openId }, provide) => provide(openId.product.urls),
  site: async ({ urls }, provide) => {
    const served = await serveHtml(clientPage(urls.api))
    await provide(served.url)
    served.close()
  },
})

/** Logs in at the provider and gives consent if asked. */
export async function logInAtAcme(window: Page, email: string, names: { first?: string } = {}): Promise<void> {
  await window.getByLabel('Email').fill(email)
  if (names.first !== undefined) await window.getByLabel('First name').fill(names.first)
  await window.getByRole('button', { name: 'Log in' }).click()
  await window.getByRole('button', { name: 'Allow' }).click()
}

export { expect } from '../product-test'
