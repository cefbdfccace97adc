import { useState } from 'react'
import { trustTagPackages, type TrustTagPackage } from '../../../contract/trusttag-packages'
import type { Buy } from './buy'

export type PurchaseStep = 'choosing' | 'processing' | 'failed' | 'begun' | 'quote'

export interface Purchase {
  /** Null until one is chosen. */
  chosen: TrustTagPackage | null
  step: PurchaseStep
  choose: (id: string) => void
  /** Chooses, and buys or asks for a quote. */
  take: (id: string) => void
}

/**
 * Choosing → processing → on to the payment, or choosing again with an error.
 * @param buy null while nothing is on sale @param leave opens the page of the payment
 */
export function usePurchase(buy: Buy | null, leave: (url: string) => void): Purchase {
  const [id, setId] = useState<string | null>(null)
  const [step, setStep] = useState<PurchaseStep>('choosing')
  const isBusy = step === 'processing' || step === 'begun'

  async function pay(chosen: TrustTagPackage, start: Buy) {
    setStep('processing')
    try {
      const result = await start(chosen)
      setStep(result.success ? 'begun' : 'failed')
      if (result.success) leave(result.continueAt)
    } catch {
      setStep('failed')
    }
  }

  function choose(next: string) {
    if (isBusy) return
    setId(next)
    setStep('choosing')
  }

  return {
    chosen: packageWith(id),
    step,
    choose,
    take(next) {
      const chosen = packageWith(next)
      if (isBusy || !chosen) return
      choose(next)
      if (chosen.priceCents === 'Custom') setStep('quote')
      else if (buy) void pay(chosen, buy)
    },
  }
}

const packageWith = (id: string | null): TrustTagPackage | null => trustTagPackages.find((one) => one.id === id) ?? null
