import type { Clock } from '../../../lib/clock'
import type { Secrets } from '../../../lib/ids'
import type { Store } from '../../../ports/store'
import type { TestPaymentsRepository, TestSaleRow } from '../../../ports/test-payments-store'
import { givenBack } from './given-back'
import type { Outcome } from './sale-rules'

export interface TestProviderParts {
  store: Pick<Store, 'transaction' | 'testPayments'>
  clock: Clock
  secrets: Pick<Secrets, 'id' | 'sessionToken' | 'digest'>
}

/** `givenBackMinor`: of a payment that was made once. */
type Decide = (sale: TestSaleRow, now: number, givenBackMinor: number) => Outcome | null

/**
 * Changes a sale as it stands now, with what is charged for it, in one transaction.
 * @param decide what is to happen, null for nothing
 * @returns whether it happened: not when the sale is unknown, or changed meanwhile
 */
export function writeSale({ store, clock, secrets }: TestProviderParts, id: string, decide: Decide): Promise<boolean> {
  return store.transaction(async ({ testPayments }) => {
    const sale = await testPayments.findSale(id)
    const now = clock.now()
    const outcome = sale && decide(sale, now, await givenBack(testPayments, sale))
    if (!outcome || !(await testPayments.replaceSale(outcome.sale))) return false
    await writeCharge(testPayments, secrets, outcome, now)
    return true
  })
}

/** Notes what was charged, if anything was. */
export async function writeCharge(
  repository: TestPaymentsRepository,
  secrets: Pick<Secrets, 'id'>,
  { sale, charge }: Outcome,
  now: number,
): Promise<void> {
  if (charge === null) return
  await repository.insertCharge({
    id: secrets.id('tch'),
    saleId: sale.id,
    customerId: sale.customerId,
    ...charge,
    currency: sale.price.currency,
    createdAt: now,
  })
}
