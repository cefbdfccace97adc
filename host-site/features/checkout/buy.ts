import type { TrustTagPackage } from '../../../contract/trusttag-packages'

export type BuyResult =
  /** The page on which it is paid. */
  { success: true; continueAt: string } | { success: false }

/** Begins the purchase of a package. */
export type Buy = (chosen: TrustTagPackage) => Promise<BuyResult>

/** What is said about it (seed 000 section 8). */
export const purchaseTexts = {
  processing: 'Processing...',
  failed: 'There was an error processing your purchase. Please try again.',
  begun: (name: string) => `Purchase initiated for ${name}! You will be redirected to complete payment.`,
  notOpen: 'Sales are not open yet, so nothing can be bought today.',
} as const
