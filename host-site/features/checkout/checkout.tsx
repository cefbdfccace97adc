import { useEffect, useRef, useState, type ReactNode } from 'react'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import { refundRule } from '../../../contract/refund-rule'
import { useHydrated } from '../../lib/use-hydrated'
import { BlockchainSecured } from '../../ui/blockchain-secured'
import { Icon } from '../../ui/icon'
import { NeedsScript } from '../../ui/needs-script'
import { PackageOption } from './package-option'
import { Summary, type SummaryProps } from './summary'
import { usePurchase, type PurchaseDeps } from './use-purchase'

export interface CheckoutProps extends PurchaseDeps, Pick<SummaryProps, 'others'> {
  /** The passed assessment that it is for; null where there is none. */
  meantFor: { skill: string; score: number } | null
  /** Stands at the end of what is beside the packages. */
  children?: ReactNode
}

/** The packages, what was chosen of them, and the promise that goes with a purchase. */
export function Checkout({ meantFor, others, children, ...deps }: CheckoutProps) {
  const hydrated = useHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  const { chosen, step, reason, choose, take } = usePurchase(deps)
  const [taken, setTaken] = useState(0)

  // What a package's button has done shows in the summary, which may be far from the button.
  useEffect(() => {
    if (taken > 0) heading.current?.focus()
  }, [taken])

  return (
    <div className="checkout">
      <fieldset className="packages">
        <legend className="visually-hidden">Package</legend>
        <NeedsScript />
        <ul className="package-list">
          {trustTagPackages.map((option) => (
            <PackageOption
              key={option.id}
              option={option}
              isChosen={option.id === chosen?.id}
              disabled={!hydrated}
              onChoose={() => choose(option.id)}
              onTake={() => {
                take(option.id)
                setTaken(taken + 1)
              }}
            />
          ))}
        </ul>
      </fieldset>
      <div className="checkout-side">
        {chosen && (
          <Summary
            {...{ chosen, step, reason, meantFor, others }}
            headingRef={heading}
            onTake={() => {
              take(chosen.id)
              if (chosen.priceCents === 'Custom') setTaken(taken + 1)
            }}
          />
        )}
        <footer className="promise-note">
          <Icon name="shield" size={28} />
          <h2>Your money back within 30 days</h2>
          <p className="soft">{refundRule}</p>
          <BlockchainSecured />
        </footer>
        {children}
      </div>
    </div>
  )
}
