import { useEffect, useRef } from 'react'
import type { VerifyResult } from '../../lib/site-api'
import type { Verification } from '../../lib/verification'
import { Icon } from '../../ui/icon'
import type { Check } from './use-check'
import { unreal, verdicts, type VerdictName } from './verdicts'
import { VerifiedTag } from './verified-tag'

export interface ResultCardProps {
  check: Check
  onRetry: () => void
}

/** The place of the answer: a blank tag until there is one. What it says is announced. */
export function ResultCard({ check, onRetry }: ResultCardProps) {
  const place = useRef<HTMLElement>(null)
  const result = check.step === 'done' ? check.result : null
  const verdict = result && verdictOf(result)

  // On a phone the answer stands below what was asked, out of sight.
  useEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0
    if (result && top > window.innerHeight / 2) place.current?.scrollIntoView()
  }, [result])

  return (
    <section
      ref={place}
      tabIndex={-1}
      className="credential-shape result"
      aria-label="Result"
      aria-busy={check.step === 'loading'}
    >
      <div
        className="credential"
        data-verdict={verdict ?? check.step}
        data-unreal={result?.outcome === 'found' && result.tag.mode !== 'live' ? '' : undefined}
      >
        <span className="eyelet" aria-hidden="true" />
        <div aria-live="polite">
          {verdict && <VerdictHead name={verdict} />}
          {result?.outcome === 'found' && <Unreal mode={result.tag.mode} />}
          {check.step === 'loading' && <p className="awaited">Verifying {check.id}...</p>}
        </div>
        {check.step === 'idle' && <p className="awaited">What we know about a TrustTag appears here.</p>}
        {check.step !== 'done' && <BlankFacts />}
        {result?.outcome === 'found' && <Found {...result} />}
        {result?.outcome === 'unknown' && <Unknown id={check.step === 'done' ? check.id : ''} />}
        {result?.outcome === 'failed' && (
          <Failed
            error={result.error}
            onRetry={() => {
              // The button goes; the focus must not.
              place.current?.focus()
              onRetry()
            }}
          />
        )}
      </div>
    </section>
  )
}

/** Empty lines to be filled: a drawing. */
function BlankFacts() {
  return (
    <ul className="blank-facts" aria-hidden="true">
      {['Skill', 'Score', 'Holder', 'Issued', 'TrustTag ID'].map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

function verdictOf(result: VerifyResult): VerdictName | null {
  if (result.outcome === 'found') return result.tag.status
  return result.outcome === 'unknown' ? 'invalid' : null
}

function VerdictHead({ name }: { name: VerdictName }) {
  const { icon, title, text } = verdicts[name]
  return (
    <div className="verdict-head">
      <span className="seal">
        <Icon name={icon} size={28} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}

/** Beside the verdict, and read out with it: what proves nothing must not pass for a proof. */
function Unreal({ mode }: Pick<Verification, 'mode'>) {
  if (mode === 'live') return null
  return (
    <p className="unreal">
      <span className="badge">{unreal[mode].mark}</span> {unreal[mode].text}
    </p>
  )
}

function Found({ tag }: Extract<VerifyResult, { outcome: 'found' }>) {
  return (
    <>
      <VerifiedTag tag={tag} />
      <div className="credential-foot">
        {/* On the screen it stands in the address already. */}
        <p className="on-paper code">{tag.url}</p>
        <button type="button" className="button quiet no-print" onClick={() => window.print()}>
          Print
        </button>
      </div>
    </>
  )
}

function Unknown({ id }: { id: string }) {
  return (
    <>
      <p className="asked-id code">{id}</p>
      <ul>
        <li>Compare every character. The letter O and the digit 0 look alike, and so do I and 1.</li>
        <li>Ask the holder for the link to the TrustTag and paste it here whole.</li>
        <li>Its holder may keep it private. Ask them to let you see it.</li>
      </ul>
    </>
  )
}

function Failed({ error, onRetry }: { error: string; onRetry: () => void }) {
  return (
    <div className="unanswered" role="alert">
      <p>{error || 'TrustTags cannot be looked up at the moment. This says nothing about the TrustTag.'}</p>
      <button type="button" className="button quiet" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
