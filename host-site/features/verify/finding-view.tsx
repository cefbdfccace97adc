import { bandText, reviewText } from '../../../contract/tag-texts'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import type { CheckOutcome, CredentialFacts, LogFacts, ProofReport } from '../../../contract/credential/report'
import { checkTexts, reasonTexts } from '../../../contract/credential/report-texts'
import { formatDay, formatMoment } from '../../lib/format'
import type { Verification } from '../../lib/site-results'
import { routes } from '../../paths'
import { Rosette } from '../../ui/drawing'
import { Icon, type IconName } from '../../ui/icon'
import { type Finding, verdictOf, verdicts } from './finding'
import { TechnicalPanel } from './technical-panel'

/** Few TrustTags show files. */
const ShownSamples = lazy(() => import('./shown-samples'))

interface FindingViewProps {
  finding: Finding
  /** Fetches what was missing. */
  onRetry: () => void
}

export function FindingView({ finding, onRetry }: FindingViewProps) {
  const { report, answer } = finding
  const { facts } = report
  return (
    <>
      {facts && <TagFacts finding={finding} facts={facts} />}
      {facts && answer?.samples?.[0] && (
        <Suspense>
          <ShownSamples samples={answer.samples} credential={finding.evidence.credential} sealedOn={facts.validFrom} />
        </Suspense>
      )}
      <SignedUnder report={report} />
      <CheckList report={report} />
      <WhatIsMissing finding={finding} onRetry={onRetry} />
      {facts && <TechnicalPanel finding={finding} facts={facts} />}
      <div className="credential-foot">
        {/* The screen's address bar shows it already. */}
        {answer && <p className="on-paper code">{answer.url}</p>}
        <button type="button" className="button quiet no-print" onClick={() => window.print()}>
          Print
        </button>
      </div>
    </>
  )
}

/** A refused file names an ID: what was signed under it may differ. */
function SignedUnder({ report: { claimedId, verdict } }: { report: ProofReport }) {
  if (claimedId === null || verdict !== 'altered') return null
  return (
    <p className="no-print">
      <Link href={`${routes.verify.path}?${new URLSearchParams({ id: claimedId })}`}>
        See what TrustTag signed under this ID
      </Link>
    </p>
  )
}

/** Explains what was not checked, and offers to fetch it. */
function WhatIsMissing({ finding, onRetry }: FindingViewProps) {
  const { report, answer, file } = finding
  const isOpen = report.checks.some(({ name, outcome }) => outcome === 'open' && name === 'status')
  const lacksProof = report.log === null && report.facts !== null
  if (!isOpen && !lacksProof) return null
  return (
    <div className="unanswered no-print">
      {!answer && (
        <p>
          {!file?.isOffline && 'Our server did not respond. '}
          {lacksProof
            ? 'The server has the proof. Fetching it tells the server which TrustTag you have.'
            : 'Only our server knows whether it was revoked. Checking does not tell it which TrustTag you have.'}
        </p>
      )}
      <button type="button" className="button quiet" onClick={onRetry}>
        {lacksProof ? 'Fetch the proof and check for revocation' : 'Check for revocation'}
      </button>
    </div>
  )
}

/** Signed facts only, except the reason of a revocation. */
function TagFacts({ finding, facts }: { finding: Finding; facts: CredentialFacts }) {
  const { report, answer, checkedAt } = finding
  const verdict = verdictOf(finding)
  return (
    <>
      <Rosette of={facts.trustTagId} />
      <dl className="verified-facts">
        <Fact name="Skill" isWide>
          <span className="verified-skill">{facts.skill}</span>
          {finding.licenseNote !== null && <span className="soft">{finding.licenseNote}</span>}
        </Fact>
        {report.mode !== 'sample' && (
          <Fact name="Tested with" isWide>
            <TestedWith {...facts} />
          </Fact>
        )}
        <Fact name="Score">
          <span className="score">{facts.score}%</span>
          <span className="soft">{likelyText(facts, answer)}</span>
        </Fact>
        <Fact name="Holder">
          {facts.holderName}
          <span className="soft">Name {facts.nameState}</span>
        </Fact>
        <Fact name="Issued">
          <Day iso={facts.validFrom} />
        </Fact>
        <Fact name="TrustTag ID">
          <span className="code">{facts.trustTagId}</span>
        </Fact>
        <Fact name="Status">{verdicts[verdict].status}</Fact>
        <Fact name="Verified on">
          <time dateTime={checkedAt}>{formatMoment(checkedAt)}</time>
        </Fact>
        {facts.validUntil !== null && verdict !== 'revoked' && (
          <Fact name={verdict === 'expired' ? 'Expired on' : 'Valid until'}>
            <Day iso={facts.validUntil} />
          </Fact>
        )}
        {verdict === 'revoked' && answer && <Revocation {...answer} />}
        <Fact name="Log hash" isWide>
          <LogHash log={report.log} />
        </Fact>
        <Topics {...finding} />
      </dl>
    </>
  )
}

/** The signed band; the server computes it for a TrustTag from before it was signed. */
const likelyText = ({ band, questions }: CredentialFacts, answer: Finding['answer']): string =>
  `likely ${band ?? (answer ? bandText(answer) : 'unknown')} · ${questions} questions`

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows an unparsable day as is. */
const Day = ({ iso }: { iso: string }) =>
  Number.isNaN(Date.parse(iso)) ? <>{iso}</> : <time dateTime={iso}>{formatDay(iso)}</time>

/** States what the score is based on, so that it is not overrated. */
function TestedWith({
  isGeneral,
  isReviewed,
  questions,
}: Pick<CredentialFacts, 'isGeneral' | 'isReviewed' | 'questions'>) {
  return (
    <>
      <span className="tested-with">
        {questions} {isGeneral ? 'general questions on safety and quality at work' : 'questions on this skill'}
      </span>
      <span className="soft">
        Answered online, without supervision.{isGeneral && ' None were specific to one trade.'} {reviewText(isReviewed)}
        .
      </span>
    </>
  )
}

/** The server's text. */
function Revocation({ revokedAt, revokeReason }: Verification) {
  return (
    <>
      {revokedAt !== null && (
        <Fact name="Revoked on">
          <Day iso={revokedAt} />
        </Fact>
      )}
      {revokeReason !== null && (
        <Fact name="Reason" isWide>
          {revokeReason}
        </Fact>
      )}
    </>
  )
}

function LogHash({ log }: { log: LogFacts | null }) {
  if (!log)
    return (
      <>
        Not shown to be in the <Link href={routes.transparency.path}>public log</Link>
      </>
    )
  return (
    <>
      <span className="code log-hash">{log.leafHash}</span>
      <Link className="secured" href={routes.transparency.path}>
        Blockchain Secured
      </Link>
    </>
  )
}

function Topics({ topics }: Pick<Finding, 'topics'>) {
  if (topics.length === 0) return null
  return (
    <Fact name="Topics" isWide>
      <ul className="topics">
        {topics.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Fact>
  )
}

const outcomes = {
  passed: { icon: 'check', word: 'Passed' },
  failed: { icon: 'cross', word: 'Failed' },
  open: { icon: 'search', word: 'Not checked' },
} as const satisfies Record<CheckOutcome, { icon: IconName; word: string }>

/** In the order in which the checks ran. */
function CheckList({ report: { checks, log, asOf } }: { report: ProofReport }) {
  return (
    <section className="checks" aria-labelledby="checks">
      <h3 id="checks">What your browser checked</h3>
      <ul>
        {checks.map(({ name, outcome, reason }) => (
          <li key={name} data-outcome={outcome}>
            <Icon name={outcomes[outcome].icon} size={20} />
            <div>
              <h4>
                {checkTexts[name].title} <span className="check-outcome">{outcomes[outcome].word}</span>
              </h4>
              <p>{reasonTexts[reason]}</p>
              {name === 'status' && asOf !== null && (
                <p>
                  As of <time dateTime={asOf}>{formatMoment(asOf)}</time>.
                </p>
              )}
              {name === 'witnesses' && log && <Witnesses {...log} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Witnesses({ cosignatures }: LogFacts) {
  if (cosignatures.length === 0) return null
  return (
    <ul className="check-witnesses">
      {cosignatures.map(({ name, time, isSelfRun }) => (
        <li key={name}>
          <span className="code">{name}</span>, <Moment seconds={time} />
          {isSelfRun && ' (run by TrustTag)'}
        </li>
      ))}
    </ul>
  )
}

/** @param seconds since 1970; an impossible time shows as is */
function Moment({ seconds }: { seconds: number }) {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return <>{seconds}</>
  const iso = date.toISOString()
  return <time dateTime={iso}>{formatMoment(iso)}</time>
}
