import { useEffect, useRef } from 'react'
import type { ProofReport } from '../../../contract/credential/report'
import { modeWords } from '../../../contract/credential/report-words'
import { formatDay } from '../../lib/format'
import type { Verification } from '../../lib/site-results'
import { Icon } from '../../ui/icon'
import { type CheckResult, type Finding, type VerdictName, verdictOf, verdicts } from './finding'
import { FindingView } from './finding-view'
import type { Check } from './use-check'

interface ResultCardProps {
  check: Check
  /** Asks again for what could not be asked. */
  onRetry: () => void
}

/** The place of the answer: a blank tag until there is one. What it says is announced. */
export function ResultCard({ check, onRetry }: ResultCardProps) {
  const place = useRef<HTMLElement>(null)
  const result = check.step === 'done' ? check.result : null
  const verdict = result && headOf(result)
  const mode = result ? modeOf(result) : null
  const isBusy = check.step === 'loading' || check.step === 'checking'

  // On a phone the answer stands below what was asked, out of sight.
  useEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0
    if (result && top > window.innerHeight / 2) place.current?.scrollIntoView()
  }, [result])

  function retry() {
    // The button goes; the focus must not.
    place.current?.focus()
    onRetry()
  }

  return (
    <section ref={place} tabIndex={-1} className="credential-shape result" aria-label="Result" aria-busy={isBusy}>
      <div
        className="credential"
        data-verdict={verdict ?? check.step}
        data-unreal={mode === 'test' || mode === 'sample' ? '' : undefined}
      >
        <span className="eyelet" aria-hidden="true" />
        <div aria-live="polite">
          {verdict && <VerdictHead name={verdict} />}
          {result?.outcome === 'checked' && <Contradictions {...result.finding} />}
          <Unreal mode={mode} />
          {check.step === 'loading' && <p className="awaited">Verifying {check.id}...</p>}
          {check.step === 'checking' && (
            <p className="awaited">Checking the signature and the public log in your browser...</p>
          )}
        </div>
        {check.step === 'idle' && <p className="awaited">What we know about a TrustTag appears here.</p>}
        {check.step !== 'done' && <BlankFacts />}
        {result && <Result result={result} onRetry={retry} />}
      </div>
    </section>
  )
}

function Result({ result, onRetry }: { result: CheckResult; onRetry: () => void }) {
  if (result.outcome === 'checked') return <FindingView finding={result.finding} onRetry={onRetry} />
  if (result.outcome === 'unknown') return <Unknown id={result.id} />
  if (result.outcome === 'failed') return <Failed error={result.error} onRetry={onRetry} />
  return <ServersWord answer={result.answer} onRetry={onRetry} />
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

function headOf(result: CheckResult): VerdictName | null {
  if (result.outcome === 'checked') return verdictOf(result.finding)
  if (result.outcome === 'unknown') return 'invalid'
  return result.outcome === 'failed' ? null : result.outcome
}

const modeOf = (result: CheckResult): ProofReport['mode'] =>
  result.outcome === 'checked' ? result.finding.report.mode : 'answer' in result ? result.answer.mode : null

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

function Contradictions({ contradictions }: Pick<Finding, 'contradictions'>) {
  if (contradictions.length === 0) return null
  return <p className="contradictions">What differs: {contradictions.join(', ')}. Below stands what was signed.</p>
}

/** Beside the verdict, and read out with it: what proves nothing must not pass for a proof. */
function Unreal({ mode }: Pick<ProofReport, 'mode'>) {
  if (mode !== 'test' && mode !== 'sample') return null
  return (
    <p className="unreal">
      <span className="badge">{mode === 'test' ? 'Test' : 'Sample'}</span> {modeWords[mode].text}
    </p>
  )
}

/** What nobody could check here: a sentence, no seal. */
function ServersWord({ answer, onRetry }: { answer: Verification; onRetry: () => void }) {
  const { skill, score, holderName, issueDate, trustTagId } = answer
  return (
    <div className="unanswered">
      <p className="code">{trustTagId}</p>
      <p>
        What our server says, unproved: {skill}, {score}%, {holderName}, {formatDay(issueDate)}.{' '}
        {answer.status === 'valid' ? 'It names no reason against it.' : `It says that it is ${answer.status}.`}
      </p>
      <button type="button" className="button quiet no-print" onClick={onRetry}>
        Check again
      </button>
    </div>
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
