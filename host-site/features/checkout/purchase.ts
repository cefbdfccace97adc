import { useEffect, useRef, useState } from 'react'
import type { Attempt } from '../../../contract/schemas/assessments'
import { packageWith, type TrustTagPackage } from '../../../contract/trusttag-packages'
import type { CallFailure, SiteApi } from '../../lib/site-api'
import type { Account } from '../account/account'
import { checkoutPath } from './checkout-address'

export type BuyResult =
  /** The payment page. */
  | { success: true; continueAt: string }
  /** The buyer closed the sign-up dialog: nothing was started. */
  | { success: false; gaveUp: true }
  /** The server's reason; empty without one. */
  | { success: false; reason: string }

export type Buy = (chosen: TrustTagPackage) => Promise<BuyResult>

/** Seed 000 section 8. */
export const purchaseTexts = {
  processing: 'Processing...',
  failed: 'There was an error processing your purchase. Please try again.',
  begun: (name: string) => `Purchase initiated for ${name}! You will be redirected to complete payment.`,
} as const

interface BuyDeps {
  api: Pick<SiteApi, 'call'>
  account: Pick<Account, 'join'>
  /** The attempt that the TrustTag is for; null when bought in advance. */
  attemptId: string | null
  /** Other attempts to issue TrustTags for. */
  otherIds: readonly string[]
  /** Origin of the site. */
  origin: string
}

/** A visitor signs up or logs in first; attempts of the browser then move to the account. */
export function createBuy({ api, account, attemptId, otherIds, origin }: BuyDeps): Buy {
  return async ({ id: packageId, tags }) => {
    const joined = await account.join()
    if (!joined.success) return { success: false, reason: joined.error ?? '' }
    if (!joined.member) return { success: false, gaveUp: true }
    const claimed = await api.call('claimAttempts', {})
    if (!claimed.success) return failure(claimed)
    const named = claimed.data.attempts.find(({ id }) => id === attemptId)
    if (attemptId !== null && !named) return { success: false, reason: NOT_THEIRS }
    const begun = await api.call('createTagPurchase', {
      packageId,
      attemptIds: passedOf(claimed.data.attempts, [attemptId, ...otherIds]).slice(0, Number(tags)),
      success_url: origin + checkoutPath({ attemptId, purchase: 'latest' }),
      cancel_url: origin + checkoutPath({ attemptId, packageId }),
    })
    return begun.success ? { success: true, continueAt: begun.data.url } : failure(begun)
  }
}

/** In the order in which they were chosen. */
const passedOf = (attempts: readonly Attempt[], ids: readonly (string | null)[]): string[] =>
  ids.flatMap((id) => attempts.filter((attempt) => attempt.id === id && attempt.result?.passed).map((one) => one.id))

const NOT_THEIRS = 'The assessment for this TrustTag is not in your account. Nothing was bought.'

const failure = ({ error }: CallFailure): BuyResult => ({ success: false, reason: error })

export type PurchaseStep = 'choosing' | 'processing' | 'failed' | 'begun' | 'quote'

export interface PurchaseDeps {
  buy: Buy
  /** Opens the payment page. */
  leave: (url: string) => void
  /** ID of the chosen package, from the URL. */
  chosenId: string | null
  onChoose: (id: string) => void
}

interface Purchase {
  chosen: TrustTagPackage | null
  step: PurchaseStep
  /** The server's reason; empty without one. */
  reason: string
  choose: (id: string) => void
  /** Chooses a package, then buys it or asks for a quote. */
  take: (id: string) => void
}

const CHOOSING = { step: 'choosing', reason: '' } as const

/** Choosing → processing → payment page, or choosing again with an error. */
export function usePurchase({ buy, leave, chosenId, onChoose }: PurchaseDeps): Purchase {
  const [state, setState] = useState<{ step: PurchaseStep; reason: string }>(CHOOSING)
  // A ref, because state is too late for a double click.
  const busy = useRef(false)

  useEffect(() => {
    // On return from the payment, the browser may restore the page as it was left.
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      busy.current = false
      setState(CHOOSING)
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  async function pay(chosen: TrustTagPackage) {
    busy.current = true
    setState({ step: 'processing', reason: '' })
    const result = await buy(chosen).catch(() => ({ success: false, reason: '' }) as const)
    if (result.success) {
      setState({ step: 'begun', reason: '' })
      return leave(result.continueAt)
    }
    busy.current = false
    setState('gaveUp' in result ? CHOOSING : { step: 'failed', reason: result.reason })
  }

  function choose(id: string) {
    if (busy.current) return
    onChoose(id)
    setState(CHOOSING)
  }

  return {
    chosen: packageWith(chosenId),
    ...state,
    choose,
    take(id) {
      const chosen = packageWith(id)
      if (busy.current || !chosen) return
      choose(id)
      if (chosen.priceCents === 'Custom') setState({ step: 'quote', reason: '' })
      else void pay(chosen)
    },
  }
}
