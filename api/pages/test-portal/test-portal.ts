import { html } from 'hono/html'
import { changeAtProvider } from '../../domain/payments/change-at-provider'
import { checkTeamFits } from '../../domain/payments/check-team-fits'
import { findPrice } from '../../features/plans/connections'
import type { Services } from '../../ports/services'
import { testPlays } from '../../ports/test-pages'
import type { TestPages, TestPortal } from '../../ports/test-pages'
import type { TestSaleRow } from '../../ports/test-payments-store'
import { layout } from '../layout'
import type { Page } from '../page'
import { redirectTo } from '../redirect-to'
import { paymentsList } from './payments-list'
import { saleCard } from './sale-card'

/**
 * The customer portal of the test provider: what was bought, what was paid, and buttons for what a customer would do and for
 * what time or others would bring. Opening it changes nothing.
 */
export const testPortal: Page = async (services, { url, form }) => {
  const session = (form ?? url.searchParams).get('session') ?? ''
  const { testPages } = services.payments
  const portal = await testPages.findPortal(session)
  if (!portal) return unknown()
  if (!form) return overview(testPages, session, portal, url.searchParams.get('result'))
  const sale = portal.sales.find(({ id }) => id === form.get('sale'))
  const isDone =
    sale !== undefined && (await changeAtProvider(services, sale.purchaseId, () => act(services, portal, sale, form)))
  // A reload of the next page repeats nothing.
  return redirectTo(`/test/portal?${new URLSearchParams({ session, result: isDone ? 'done' : 'outdated' })}`)
}

async function act(services: Services, portal: TestPortal, sale: TestSaleRow, form: URLSearchParams): Promise<boolean> {
  const pages = services.payments.testPages
  const seen = Number(form.get('seen'))
  const action = form.get('action') ?? ''
  const [, priceId] = /^change:(.+)$/u.exec(action) ?? []
  if (priceId !== undefined) {
    await requireFittingTeam(services, sale, priceId)
    return pages.change(sale.id, seen, priceId, portal)
  }
  const play = testPlays.find((name) => name === action)
  return play ? pages.play(sale.id, seen, play) : false
}

/** What the site refuses, its portal does too. @throws ApiError `cannot-change-team-account` */
async function requireFittingTeam({ store }: Services, sale: TestSaleRow, priceId: string): Promise<void> {
  const app = await store.apps.findById(sale.price.appId)
  const plan = app && findPrice(app, priceId)?.plan
  const connection = await store.planConnections.findByPurchase(sale.purchaseId)
  if (plan && connection) await checkTeamFits(store, connection, plan)
}

const results: ReadonlyMap<string, { className: string; sentence: string }> = new Map([
  ['done', { className: 'notice', sentence: 'Done.' }],
  ['outdated', { className: 'error', sentence: 'Nothing was changed: this page was not up to date. It is now.' }],
])

function overview(pages: TestPages, session: string, portal: TestPortal, result: string | null): Promise<Response> {
  const said = results.get(result ?? '')
  const { sales, charges, returnUrl } = portal
  return layout({
    title: 'Your plans and payments',
    appName: portal.appName,
    width: 'wide',
    content: html`<p><a href="${returnUrl}">Back</a></p>
      <p class="note">Test Mode: nothing is charged, and no time passes by itself.</p>
      ${said ? html`<p class="${said.className}" role="status">${said.sentence}</p>` : ''}
      ${sales.length === 0 ? html`<p>You have not bought anything yet.</p>` : ''}
      ${sales.map((sale) => saleCard({ sale, session, pages, portal }))}
      <h2>Payments</h2>
      ${paymentsList(charges)}`,
  })
}

function unknown(): Promise<Response> {
  return layout({
    title: 'This page has ended',
    status: 410,
    content: html`<p>Its address works for an hour. Open it again on the site, from your profile.</p>`,
  })
}
