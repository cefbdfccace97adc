import { useEffect, useRef, useState } from 'react'
import type { TrustTagPackage } from '../../../contract/trusttag-packages'
import type { Buy } from './buy'
import { packageWith } from './package-with'

export type PurchaseStep = 'choosing' | 'processing' | 'failed' | 'begun' | 'quote'

export interface PurchaseDeps {
  buy: Buy
  /** Opens the page of the payment. */
  leave: (url: string) => void
  /** Id of the package that is chosen, as the address has it. */
  chosenId: string | null
  onChoose: (id: string) => void
}

export interface Purchase {
  /** Null until one is chosen. */
  chosen: TrustTagPackage | null
  step: PurchaseStep
  /** Why it failed, where the server says so. */
  reason: string
  choose: (id: string) => void
  /** Chooses, and buys or asks for a quote. */
  take: (id: string) => void
}

const CHOOSING = { step: 'choosing', reason: '' } as const

/** Choosing → processing → on to the payment, or choosing again with an error. */
export function usePurchase({ buy, leave, chosenId, onChoose }: PurchaseDeps): Purchase {
  const [state, setState] = useState<{ step: PurchaseStep; reason: string }>(CHOOSING)
  // Beside the state, which is a moment late for two presses at once.
  const busy = useRef(false)

  useEffect(() => {
    // Back from the payment, the browser may show the page as it was left.
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
