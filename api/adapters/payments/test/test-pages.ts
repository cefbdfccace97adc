import { testPlays } from '../../../ports/test-pages'
import type { TestPages } from '../../../ports/test-pages'
import type { TestCheckoutRow } from '../../../ports/test-payments-store'
import { amountsOf } from './amounts'
import { canChange, canPlay, changePrice, openSale, plays } from './sale-rules'
import { writeCharge, writeSale } from './write-sale'
import type { TestProviderParts } from './write-sale'

/** What the hosted pages of the test provider do: a customer's part, and time's. */
export function createTestPages(parts: TestProviderParts): TestPages {
  const { store, clock, secrets } = parts
  const { testPayments } = store
  return {
    async findCheckout(sessionId) {
      const checkout = await testPayments.findCheckout(sessionId)
      return checkout && { ...checkout, status: statusAt(checkout, clock.now()) }
    },

    amountsOf,
    pay: (sessionId) => pay(parts, sessionId),

    async findPortal(token) {
      const portal = await testPayments.findPortal(secrets.digest(token), clock.now())
      if (!portal) return null
      const { tokenDigest: _, ...shown } = portal
      return {
        ...shown,
        sales: await testPayments.listSales(portal.customerId),
        charges: await testPayments.listCharges(portal.customerId),
      }
    },

    play: (saleId, seen, play) =>
      writeSale(parts, saleId, (sale, now, givenBackMinor) =>
        sale.version === seen && canPlay(sale, play) ? plays[play].do(sale, now, givenBackMinor) : null,
      ),

    async change(saleId, seen, priceId, portal) {
      const shown = portal.sales.find(({ id }) => id === saleId)
      const price = shown && changesOf(shown, portal).find(({ id }) => id === priceId)
      if (!price) return false
      return writeSale(parts, saleId, (sale, now) =>
        sale.version === seen && canChange(sale, price) ? changePrice(sale, price, now) : null,
      )
    },

    playsOf: (sale) => testPlays.filter((play) => canPlay(sale, play)),
    changesOf,
  }
}

const changesOf: TestPages['changesOf'] = (sale, { prices, sales }) => {
  const others = sales.filter((other) => other.id !== sale.id && other.status !== 'CANCELED')
  const taken = new Set(others.map(({ price }) => price.planId))
  return prices.filter((price) => canChange(sale, price) && !taken.has(price.planId))
}

const statusAt = ({ status, expiresAt }: TestCheckoutRow, now: number): TestCheckoutRow['status'] =>
  status === 'OPEN' && expiresAt <= now ? 'EXPIRED' : status

/** In one transaction: the checkout is closed by whoever pays first, and only they charge. */
function pay(
  { store, clock, secrets }: TestProviderParts,
  sessionId: string,
): Promise<TestCheckoutRow['status'] | null> {
  return store.transaction(async ({ testPayments }) => {
    const checkout = await testPayments.findCheckout(sessionId)
    const now = clock.now()
    if (!checkout) return null
    const status = statusAt(checkout, now)
    if (status !== 'OPEN') return status
    if (!(await testPayments.closeCheckout(sessionId, 'PAID'))) {
      return (await testPayments.findCheckout(sessionId))?.status ?? null
    }
    const outcome = openSale(checkout, secrets.id(checkout.price.interval ? 'tsub' : 'tpay'), now)
    await testPayments.insertSale(outcome.sale)
    await writeCharge(testPayments, secrets, outcome, now)
    return 'PAID'
  })
}
