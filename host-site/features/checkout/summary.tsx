import type { RefObject } from 'react'
import { Link } from 'wouter'
import type { TrustTagPackage } from '../../../contract/trusttag-packages'
import { routes } from '../../paths'
import { Alert } from '../../ui/alert'
import { Notice } from '../../ui/notice'
import { purchaseTexts } from './buy'
import { MeantFor, type MeantForProps } from './meant-for'
import { actionText, priceText } from './price-text'
import type { PurchaseStep } from './use-purchase'

export interface SummaryProps {
  chosen: TrustTagPackage
  step: PurchaseStep
  /** Why it failed, where the server says so. */
  reason: string
  meantFor: { skill: string; score: number } | null
  /** Other passed assessments of the buyer, to choose from. */
  others?: Omit<MeantForProps, 'max'> | undefined
  /** Where the focus goes when a package was taken. */
  headingRef: RefObject<HTMLHeadingElement | null>
  onTake: () => void
}

/** What was chosen, what it costs, and the way on. */
export function Summary({ chosen, step, reason, meantFor, others, headingRef, onTake }: SummaryProps) {
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
        {meantFor && (
          <div>
            <dt>For</dt>
            <dd>
              {meantFor.skill}, {meantFor.score}%
            </dd>
          </div>
        )}
        <div className="total">
          <dt>Price{note !== undefined && <span className="badge saving">{note}</span>}</dt>
          <dd>{priceText(chosen)}</dd>
        </div>
      </dl>
      {others && typeof tags === 'number' && <MeantFor {...others} max={tags - (meantFor ? 1 : 0)} />}
      {step === 'quote' ? <QuoteWay chosen={chosen} /> : <TakeButton {...{ chosen, step, reason, onTake }} />}
    </section>
  )
}

function TakeButton({ chosen, step, reason, onTake }: Pick<SummaryProps, 'chosen' | 'step' | 'reason' | 'onTake'>) {
  const isBusy = step === 'processing' || step === 'begun'
  return (
    <>
      <Alert text={step === 'failed' ? purchaseTexts.failed : ''} />
      {step === 'failed' && reason !== '' && <p className="hint">{reason}</p>}
      <Notice text={step === 'begun' ? purchaseTexts.begun(chosen.name) : ''} />
      <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={onTake}>
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
