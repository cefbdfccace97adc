import type { Billing, Payments, PurchaseState } from '../../api/features/payments/provider'

interface Sale {
  status: PurchaseState['status']
  priceId: string
  isOnce: boolean
  billing: Billing
  /** Payments minus refunds. */
  kept: number
}

export type ModelPayments = ReturnType<typeof createModelPayments>

/**
 * An in-memory provider whose responses can be delayed: each has the state at the request and may arrive late.
 * Purchases are named by ID.
 */
export function createModelPayments() {
  const sales = new Map<string, Sale>()
  const held: (() => void)[] = []
  let isHolding = false
  /** Changes with every event, so that no two states are equal. */
  let time = 0

  const saleOf = (id: string): Sale => {
    const sale = sales.get(id.replace(/^(cs|sub|pi)_/u, ''))
    if (!sale) throw new Error(`The model knows no purchase ${id}.`)
    return sale
  }
  const change = (id: string, changes: Partial<Billing>): void => {
    const sale = saleOf(id)
    time += 1
    sale.billing = { ...sale.billing, lastBilledAt: time, ...changes }
  }
  const stateOf = (id: string): PurchaseState => {
    const { status, isOnce, billing } = saleOf(id)
    if (status !== 'PAID') return { status }
    return { status, externalId: `${isOnce ? 'pi' : 'sub'}_${id}`, billing: { ...billing } }
  }
  const isRunning = (id: string): boolean => {
    const { status, billing } = saleOf(id)
    return status === 'PAID' && billing.status !== 'CANCELED'
  }
  const end = (id: string, changes: Partial<Billing> = {}): void => {
    if (isRunning(id)) change(id, { status: 'CANCELED', nextBillingAt: null, ...changes })
  }
  const giveBack = (id: string): void => {
    end(id)
    change(id, { paymentStatus: 'REFUNDED' })
    saleOf(id).kept = 0
  }
  const unused = (): never => {
    throw new Error('No part of what is tested.')
  }

  const payments: Payments = {
    provider: 'stripe',
    async readPurchase({ purchaseId }) {
      const state = stateOf(purchaseId)
      if (isHolding) await new Promise<void>((resolve) => void held.push(resolve))
      return state
    },
    cancel: async (externalId) => {
      if (externalId.startsWith('sub_')) end(externalId)
    },
    refund: async (externalId) => giveBack(externalId),
    expireCheckout: unused,
    createCustomer: unused,
    createCheckout: unused,
    changePrice: unused,
    createPortal: unused,
    refundPart: unused,
    listPayments: async () => [],
  }

  return {
    payments,
    stateOf,
    isRunning,
    saleOf,
    ids: () => [...sales.keys()],
    /** Whether to delay responses. */
    hold: (value: boolean) => void (isHolding = value),
    held: () => held.length,
    release: () => held.splice(0).forEach((answer) => answer()),
    begin(id: string, price: { id: string; amountMinor: number; isOnce: boolean }) {
      const billing: Billing = {
        status: 'ACTIVE',
        priceId: price.id,
        paymentStatus: 'PAID',
        amountMinor: price.amountMinor,
        currency: 'usd',
        lastBilledAt: null,
        nextBillingAt: null,
        cancelAt: null,
      }
      sales.set(id, { status: 'OPEN', priceId: price.id, isOnce: price.isOnce, billing, kept: 0 })
    },
    /** Events by customers, banks and time. Impossible ones are skipped. */
    acts: {
      pay(id: string) {
        const sale = saleOf(id)
        if (sale.status !== 'OPEN') return
        Object.assign(sale, { status: 'PAID', kept: 1 })
        change(id, { nextBillingAt: sale.isOnce ? null : time })
      },
      timeOut(id: string) {
        const sale = saleOf(id)
        if (sale.status === 'OPEN') sale.status = 'EXPIRED'
      },
      renew(id: string) {
        const sale = saleOf(id)
        if (sale.isOnce || !isRunning(id)) return
        sale.kept += 1
        change(id, { status: 'ACTIVE', paymentStatus: 'PAID', nextBillingAt: time })
      },
      fail(id: string) {
        if (!saleOf(id).isOnce && isRunning(id)) change(id, { status: 'REQUIRES_PAYMENT', paymentStatus: 'FAILED' })
      },
      planCancellation(id: string) {
        if (!saleOf(id).isOnce && isRunning(id)) change(id, { cancelAt: time, nextBillingAt: null })
      },
      cancel(id: string) {
        if (!saleOf(id).isOnce) end(id)
      },
      refund(id: string) {
        if (saleOf(id).kept > 0) giveBack(id)
      },
    },
    changePrice(id: string, price: { id: string; amountMinor: number; isOnce: boolean }) {
      if (saleOf(id).isOnce || price.isOnce || !isRunning(id)) return
      change(id, { priceId: price.id, amountMinor: price.amountMinor })
    },
  }
}
