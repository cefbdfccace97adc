import { scoreText, type ShownScore } from '../../../contract/tag-texts'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { refundRule } from '../../../contract/refund-rule'
import { plannedFeatures, type TrustTagPackage, trustTagPackages } from '../../../contract/trusttag-packages'
import { useHydrated } from '../../lib/browser'
import { priceText } from '../../lib/format'
import { routes } from '../../paths'
import { BlockchainSecured } from '../../ui/credential'
import { Icon } from '../../ui/icon'
import { Alert, NeedsScript, Notice } from '../../ui/status'
import type { Passed } from '../issue/member-credits'
import { type PurchaseDeps, type PurchaseStep, purchaseTexts, usePurchase } from './purchase'

export interface CheckoutProps extends PurchaseDeps, Pick<SummaryProps, 'others'> {
  /** The passed assessment that the TrustTag is for; null without one. */
  meantFor: (ShownScore & { skill: string }) | null
  /** Shown at the end of the side column. */
  children?: ReactNode
}

export function Checkout({ meantFor, others, children, ...deps }: CheckoutProps) {
  const hydrated = useHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  const { chosen, step, reason, choose, take } = usePurchase(deps)
  const [taken, setTaken] = useState(0)

  // A package's button changes the summary, which may be far away: focus it.
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
        <RefundPromise />
        {children}
      </div>
    </div>
  )
}

function RefundPromise() {
  return (
    <footer className="promise-note">
      <Icon name="shield" size={28} />
      <h2>Your money back within 30 days</h2>
      <p className="soft">{refundRule}</p>
      <BlockchainSecured />
    </footer>
  )
}

interface PackageOptionProps {
  option: TrustTagPackage
  isChosen: boolean
  /** True until hydrated. */
  disabled: boolean
  onChoose: () => void
  onTake: () => void
}

/** The whole row selects; the button selects and continues. */
function PackageOption({ option, isChosen, disabled, onChoose, onTake }: PackageOptionProps) {
  const { id, name, description, features, popular, note } = option
  return (
    <li className="package">
      <label className="package-label">
        <input
          type="radio"
          name="package"
          value={id}
          checked={isChosen}
          disabled={disabled}
          aria-describedby={`${id}-about`}
          onChange={onChoose}
        />
        <span className="package-name">
          <span id={`${id}-name`}>{name}</span>
          {popular && <span className="badge">Most popular</span>}
          {note !== undefined && <span className="badge saving">{note}</span>}
        </span>
        <span className="package-price">{priceText(option)}</span>
      </label>
      <div className="package-about" id={`${id}-about`}>
        <p className="soft">{description}</p>
        <ul className="package-features">
          {features.map((feature) => (
            <li key={feature}>
              <Icon name="check" size={18} />
              {feature}
              {plannedFeatures.has(feature) && <span className="badge plain">planned</span>}
            </li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        className="button quiet package-action"
        disabled={disabled}
        aria-describedby={`${id}-name`}
        onClick={onTake}
      >
        {actionText(option)}
      </button>
    </li>
  )
}

interface SummaryProps {
  chosen: TrustTagPackage
  step: PurchaseStep
  /** The server's reason; empty without one. */
  reason: string
  meantFor: (ShownScore & { skill: string }) | null
  /** Other passed assessments to choose from. */
  others?: Omit<PurchaseSkillsProps, 'max'> | undefined
  /** Focused when a package was taken. */
  headingRef: RefObject<HTMLHeadingElement | null>
  onTake: () => void
}

function Summary({ chosen, step, reason, meantFor, others, headingRef, onTake }: SummaryProps) {
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
              {meantFor.skill}, {scoreText(meantFor)}
            </dd>
          </div>
        )}
        <div className="total">
          <dt>Price{note !== undefined && <span className="badge saving">{note}</span>}</dt>
          <dd>{priceText(chosen)}</dd>
        </div>
      </dl>
      {others && typeof tags === 'number' && <PurchaseSkills {...others} max={tags - (meantFor ? 1 : 0)} />}
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

function QuoteWay({ chosen }: Pick<SummaryProps, 'chosen'>) {
  return (
    <>
      <Notice text="For custom pricing, please contact us and tell us how many people or skills you have in mind." />
      <Link className="button" href={`${routes.contact.path}?${new URLSearchParams({ package: chosen.id })}`}>
        Continue to Contact
      </Link>
    </>
  )
}

interface PurchaseSkillsProps {
  /** Passed, without a TrustTag, and not the attempt that the checkout was opened for. */
  ready: readonly Passed[]
  chosenIds: readonly string[]
  /** Remaining TrustTags of the package. */
  max: number
  onChange: (ids: string[]) => void
}

/** Records which passed assessments a purchase is for; other credits stay in the account. */
function PurchaseSkills({ ready, chosenIds, max, onChange }: PurchaseSkillsProps) {
  if (ready.length === 0 || max < 1) return null
  return (
    <fieldset className="radios">
      <legend>Also for</legend>
      {ready.map(({ id, skill, result }) => {
        const isChosen = chosenIds.includes(id)
        return (
          <label key={id} className="choice">
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && chosenIds.length >= max}
              onChange={() => onChange(isChosen ? chosenIds.filter((one) => one !== id) : [...chosenIds, id])}
            />
            <span>
              {skill}, {scoreText(result)}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

const actionText = ({ priceCents }: Pick<TrustTagPackage, 'priceCents'>): string =>
  priceCents === 'Custom' ? 'Get Custom Quote' : 'Create TrustTags'
