import { paidAmount } from './amounts'
import { givenBack } from './given-back'
import { giveBack } from './sale-rules'
import type { TestProviderParts } from './write-sale'

/**
 * Gives back a part of what was paid once, at most what is left of it. The charge of it is named by the key, so that a call
 * that comes again finds it.
 * @returns what was given back, in minor units
 */
export function refundPart(
  { store, clock }: TestProviderParts,
  externalId: string,
  amountMinor: number,
  key: string,
): Promise<number> {
  return store.transaction(async ({ testPayments }) => {
    const sale = await testPayments.findSale(externalId)
    if (!sale || sale.price.interval) return 0
    const { customerId, price } = sale
    const id = `tch_${key}`
    const known = (await testPayments.listCharges(customerId)).find((charge) => charge.id === id)
    if (known) return -known.amountMinor
    const before = await givenBack(testPayments, sale)
    const given = sale.status === 'ACTIVE' ? Math.min(amountMinor, paidAmount(sale) - before) : 0
    if (given === 0) return 0
    const { sale: changed, charge } = giveBack(sale, given, before)
    if (charge === null || !(await testPayments.replaceSale(changed))) return 0
    const row = { id, saleId: sale.id, customerId, ...charge, currency: price.currency, createdAt: clock.now() }
    await testPayments.insertCharge(row)
    return given
  })
}
