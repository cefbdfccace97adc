import type { TestPaymentsRepository, TestSaleRow } from '../../../ports/test-payments-store'
import { paidAmount } from './amounts'

/** What of a payment that was made once has been given back, in minor units; 0 for a subscription. */
export async function givenBack(
  testPayments: Pick<TestPaymentsRepository, 'listCharges'>,
  sale: TestSaleRow,
): Promise<number> {
  if (sale.price.interval) return 0
  if (sale.paymentStatus === 'REFUNDED') return paidAmount(sale)
  const charges = await testPayments.listCharges(sale.customerId)
  return charges
    .filter(({ saleId, amountMinor }) => saleId === sale.id && amountMinor < 0)
    .reduce((sum, { amountMinor }) => sum - amountMinor, 0)
}
