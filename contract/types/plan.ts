/** TYPES of plans and their prices, as public data. */
export interface Plan {
  id: string
  name: string
  description: string | null
  priority: number | null
  status: 'ACTIVE' | 'INACTIVE'
  prices: Price[]
}

export interface Price {
  id: string
  name: string | null
  type: 'SUBSCRIPTION' | 'ONETIME'
  status: 'ACTIVE' | 'INACTIVE'
  /** Major units as a decimal number (9.99), as in the published client. */
  amount: number
  currency: string
  interval: { type: string | null; count: number | null }
}

/** A member's connection to a plan. */
export interface PlanConnection {
  id: string
  /** Whether the plan gives access now. */
  active: boolean
  status: 'ACTIVE' | 'TRIALING' | 'REQUIRES_PAYMENT' | 'REQUIRES_AUTHENTICATION' | 'CANCELED'
  planId: string
  planName: string
  type: 'FREE' | 'SUBSCRIPTION' | 'ONETIME'
  /** Null for a free connection. */
  payment: {
    amount: number
    currency: string
    /** Result of the last payment. */
    status: 'PAID' | 'PENDING' | 'FAILED' | 'REFUNDED'
    /** Dates in epoch milliseconds. */
    lastBillingDate: number | null
    nextBillingDate: number | null
    cancelAtDate: number | null
    priceId: string
  } | null
}
