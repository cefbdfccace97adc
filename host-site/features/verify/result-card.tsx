import { scoreText } from '../../../contract/tag-texts'
import { useEffect, useRef } from 'react'
import type { ProofReport } from '../../../contract/credential/report'
import { modeTexts, PAPER_TEXT } from '../../../contract/credential/report-texts'
import { formatDay, formatMoment } from '../../lib/format'
import type { Verification } from '../../lib/site-results'
import { Icon } from '../../ui/icon'
import { type CheckResult, type Finding, headOf, type VerdictName, verdictOf, verdicts } from './finding'
import { FindingView } from './finding-view'
import type { Check } from './use-check'

interface ResultCardProps {
  check: Check
  /** Host of a pasted link that leads elsewhere. */
  linkHost: string | null
  /** Fetches what was missing. */
  onRetry: () => void
}

/** Shows a blank tag until there is a result, which is announced. */
export function ResultCard({ check, linkHost, onRetry }: ResultCardProps) {
  const place = useRef<HTMLElement>(null)
  const result = check.step === 'done' ? check.result : null
  const verdict = result && nameOf(result)
  const mode = result ? modeOf(result) : null
  const isBusy = check.step === 'loading' || check.step === 'checking'

  // On a phone the result is below the form, out of sight.
  useEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0
    if (result && top > window.innerHeight / 2) place.current?.scrollIntoView()
  }, [result])

  function retry() {
    // The focused button disappears: move the focus.
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
          {verdict && <VerdictHead name={verdict} mode={mode} />}
          {result && linkHost !== null && <OtherHost host={linkHost} />}
          {result?.outcome === 'checked' && <FindingNotes {...result.finding} />}
          <Unreal mode={mode} />
          {check.step === 'loading' && <p className="awaited">Verifying {check.id}...</p>}
          {check.step === 'checking' && (
            <p className="awaited">Checking the signature and the public log in your browser...</p>
          )}
        </div>
        {check.step === 'idle' && <p className="awaited">The result appears here.</p>}
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

/** Decorative. */
function BlankFacts() {
  return (
    <ul className="blank-facts" aria-hidden="true">
      {['Skill', 'Score', 'Holder', 'Issued', 'TrustTag ID'].map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

function nameOf(result: CheckResult): VerdictName | null {
  if (result.outcome === 'checked') return verdictOf(result.finding)
  if (result.outcome === 'unknown') return 'invalid'
  return result.outcome === 'failed' ? null : result.outcome
}

const modeOf = (result: CheckResult): ProofReport['mode'] =>
  result.outcome === 'checked' ? result.finding.report.mode : 'answer' in result ? result.answer.mode : null

function VerdictHead({ name, mode }: { name: VerdictName; mode: ProofReport['mode'] }) {
  const { icon, text } = verdicts[name]
  return (
    <div className="verdict-head">
      <span className="seal">
        <Icon name={icon} size={28} />
      </span>
      <h2>{headOf(name, mode)}</h2>
      <p>{text}</p>
    </div>
  )
}

function OtherHost({ host }: { host: string }) {
  return (
    <p className="file-note">
      Your link leads to <strong>{host}</strong>, not to this site. This is our own result for the ID in it.
    </p>
  )
}

/** What to know before the facts. */
function FindingNotes({ file, report, checkedAt, contradictions }: Finding) {
  const differences = [...contradictions, ...(file?.differences ?? [])]
  return (
    <>
      {differences.length > 0 && (
        <p className="contradictions">These differ: {differences.join(', ')}. The signed facts are below.</p>
      )}
      {file?.isPaper && report.facts && <p className="file-note">The facts below are signed. {PAPER_TEXT}</p>}
      {file?.isOffline && (
        <p className="file-note">
          Checked offline, as of <time dateTime={checkedAt}>{formatMoment(checkedAt)}</time>.
        </p>
      )}
    </>
  )
}

/** Announced with the verdict, so that a test or sample does not pass for a proof. */
function Unreal({ mode }: Pick<ProofReport, 'mode'>) {
  if (mode !== 'test' && mode !== 'sample') return null
  return (
    <p className="unreal">
      <span className="badge">{mode === 'test' ? 'Test' : 'Sample'}</span> {modeTexts[mode].text}
    </p>
  )
}

/** The server's unproved response: text only, no seal. */
function ServersWord({ answer, onRetry }: { answer: Verification; onRetry: () => void }) {
  const { skill, holderName, nameState, issueDate, trustTagId } = answer
  return (
    <div className="unanswered">
      <p className="code">{trustTagId}</p>
      <p>
        Our server says, without proof: {skill}, {scoreText(answer)}, {holderName} (name {nameState}
        ), {formatDay(issueDate)}.{' '}
        {answer.status === 'valid' ? 'It reports no problem.' : `It reports that it is ${answer.status}.`}
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
        <li>Ask the holder for the full link and paste it here.</li>
        <li>Its holder may keep it private. Ask them to let you see it.</li>
      </ul>
    </>
  )
}

function Failed({ error, onRetry }: { error: string; onRetry: () => void }) {
  return (
    <div className="unanswered" role="alert">
      <p>{error || 'The lookup failed. This does not mean that the TrustTag is invalid.'}</p>
      <button type="button" className="button quiet" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
