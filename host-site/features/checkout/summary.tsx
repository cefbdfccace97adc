import type { RefObject } from 'react'
import { Link } from 'wouter'
import type { TrustTagPackage } from '../../../contract/trusttag-packages'
import { routes } from '../../paths'
import { Alert } from '../../ui/alert'
import { Notice } from '../../ui/notice'
import { purchaseTexts } from './buy'
import { actionText, priceText } from './price-text'
import type { PurchaseStep } from './use-purchase'

export interface SummaryProps {
  chosen: TrustTagPackage
  step: PurchaseStep
  isOnSale: boolean
  /** Where the focus goes when a package was taken. */
  headingRef: RefObject<HTMLHeadingElement | null>
  onTake: () => void
}

/** What was chosen, what it costs, and the way on. */
export function Summary({ chosen, step, isOnSale, headingRef, onTake }: SummaryProps) {
  const { name, tags, note } = chosen
  return (
    <section className="card summary" aria-labelledby="summary">
      <h2 id="summary" ref={headingRef} tabIndex={-1}>
        {step === 'quote' ? 'Thank you for your interest' : 'Summary'}
      </h2>
      <dl>
        <div>
          <dt>Package</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>TrustTags</dt>
          <dd>{tags}</dd>
        </div>
        <div className="total">
          <dt>Price{note !== undefined && <span className="badge saving">{note}</span>}</dt>
          <dd>{priceText(chosen)}</dd>
        </div>
      </dl>
      {step === 'quote' ? <QuoteWay chosen={chosen} /> : <TakeButton {...{ chosen, step, isOnSale, onTake }} />}
    </section>
  )
}

function TakeButton({ chosen, step, isOnSale, onTake }: Omit<SummaryProps, 'headingRef'>) {
  const isBusy = step === 'processing' || step === 'begun'
  const isClosed = !isOnSale && chosen.priceCents !== 'Custom'
  return (
    <>
      <Alert text={step === 'failed' ? purchaseTexts.failed : ''} />
      <Notice text={step === 'begun' ? purchaseTexts.begun(chosen.name) : ''} />
      {isClosed && (
        <p className="notice" id="not-open">
          {purchaseTexts.notOpen}
        </p>
      )}
      <button
        type="button"
        className="button"
        aria-disabled={isBusy || isClosed || undefined}
        aria-describedby={isClosed ? 'not-open' : undefined}
        onClick={() => !isClosed && onTake()}
      >
        {step === 'processing' ? purchaseTexts.processing : actionText(chosen)}
      </button>
    </>
  )
}

/** A price that depends is agreed upon by people. */
function QuoteWay({ chosen }: Pick<SummaryProps, 'chosen'>) {
  return (
    <>
      <Notice text="For custom pricing, please contact us and say how many people or skills it is about." />
      <Link className="button" href={`${routes.contact.path}?${new URLSearchParams({ package: chosen.id })}`}>
        Continue to Contact
      </Link>
    </>
  )
}
