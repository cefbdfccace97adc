/** TYPES of plans and their prices, as anybody reads them. */
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
  /** Major units as a decimal number (9.99), as the published client reads it. */
  amount: number
  currency: string
  interval: { type: string | null; count: number | null }
}

/** What a member has of a plan. */
export interface PlanConnection {
  id: string
  /** Whether the plan gives access now. */
  active: boolean
  status: 'ACTIVE' | 'TRIALING' | 'REQUIRES_PAYMENT' | 'REQUIRES_AUTHENTICATION' | 'CANCELED'
  planId: string
  planName: string
  type: 'FREE' | 'SUBSCRIPTION' | 'ONETIME'
  /** Null without a price: then the connection is free. */
  payment: {
    amount: number
    currency: string
    /** How the last payment ended. */
    status: 'PAID' | 'PENDING' | 'FAILED' | 'REFUNDED'
    /** Dates in epoch milliseconds. */
    lastBillingDate: number | null
    nextBillingDate: number | null
    cancelAtDate: number | null
    priceId: string
  } | null
}
