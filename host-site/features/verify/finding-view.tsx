import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CheckOutcome, CredentialFacts, LogFacts, ProofReport } from '../../../contract/credential/report'
import { checkWords, reasonWords } from '../../../contract/credential/report-words'
import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { formatDay, formatMoment } from '../../lib/format'
import type { Verification } from '../../lib/site-results'
import { routes } from '../../paths'
import { Rosette } from '../../ui/guilloche'
import { Icon, type IconName } from '../../ui/icon'
import { type Finding, verdictOf, verdicts } from './finding'
import { TechnicalPanel } from './technical-panel'

interface FindingViewProps {
  finding: Finding
  /** Asks again for what could not be asked. */
  onRetry: () => void
}

/** All that this browser found out about a TrustTag. */
export function FindingView({ finding, onRetry }: FindingViewProps) {
  const { report, answer } = finding
  const { facts } = report
  return (
    <>
      {facts && <TagFacts finding={finding} facts={facts} />}
      <CheckList report={report} />
      <WhatIsMissing finding={finding} onRetry={onRetry} />
      {facts && <TechnicalPanel finding={finding} facts={facts} />}
      <div className="credential-foot">
        {/* On the screen the address bar has it already. */}
        {answer && <p className="on-paper code">{answer.url}</p>}
        <button type="button" className="button quiet no-print" onClick={() => window.print()}>
          Print
        </button>
      </div>
    </>
  )
}

/** What nobody was asked yet, or did not answer, and a way to ask. */
function WhatIsMissing({ finding, onRetry }: FindingViewProps) {
  const { report, evidence, answer } = finding
  const isOpen = report.checks.some(({ name, outcome }) => outcome === 'open' && name === 'status')
  const lacksProof = evidence.proof === null && report.facts !== null
  if (!isOpen && !lacksProof) return null
  return (
    <div className="unanswered no-print">
      {!answer && (
        <p>
          {lacksProof
            ? 'This file was checked without asking anybody. Our server has the proof that is missing here; asking for it tells it which TrustTag you hold.'
            : 'This file was checked without a connection. Only our server knows whether it was revoked; asking does not tell it which TrustTag you hold.'}
        </p>
      )}
      <button type="button" className="button quiet" onClick={onRetry}>
        {lacksProof ? 'Fetch the proof and ask whether it was revoked' : 'Ask whether it was revoked'}
      </button>
    </div>
  )
}

/** What was signed of a TrustTag, and nothing else but the reason of a revocation. */
function TagFacts({ finding, facts }: { finding: Finding; facts: CredentialFacts }) {
  const { report, answer, checkedAt } = finding
  const verdict = verdictOf(finding)
  return (
    <>
      <Rosette of={facts.trustTagId} />
      <dl className="verified-facts">
        <Fact name="Skill" isWide>
          <span className="verified-skill">{facts.skill}</span>
        </Fact>
        {report.mode !== 'sample' && (
          <Fact name="Tested with" isWide>
            <TestedWith isGeneral={facts.isGeneral} />
          </Fact>
        )}
        <Fact name="Score">
          <span className="score">{facts.score}%</span>
        </Fact>
        <Fact name="Holder">{facts.holderName}</Fact>
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
        <Topics topics={facts.topics} />
      </dl>
    </>
  )
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'wide' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A day that could not be read is said as it stands. */
const Day = ({ iso }: { iso: string }) =>
  Number.isNaN(Date.parse(iso)) ? <>{iso}</> : <time dateTime={iso}>{formatDay(iso)}</time>

/** What a score stands for: nobody is to take it for more. */
function TestedWith({ isGeneral }: Pick<CredentialFacts, 'isGeneral'>) {
  return (
    <>
      <span className="tested-with">
        {ASSESSMENT_QUESTIONS}{' '}
        {isGeneral ? 'general questions on safety and quality at work' : 'questions on this skill'}
      </span>
      <span className="soft">
        Answered online, without supervision.{isGeneral && ' None of them was on this skill alone.'}
      </span>
    </>
  )
}

/** Since when it does not count and why: the server’s words. */
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

function Topics({ topics }: Pick<CredentialFacts, 'topics'>) {
  if (topics.length === 0) return null
  return (
    <Fact name="Right answers by topic" isWide>
      <ul className="topics">
        {topics.map(({ title, percent }) => (
          <li key={title}>
            {title}: {percent}%
          </li>
        ))}
      </ul>
    </Fact>
  )
}

const outcomes = {
  passed: { icon: 'check', word: 'Passed' },
  failed: { icon: 'cross', word: 'Failed' },
  open: { icon: 'search', word: 'Could not be asked' },
} as const satisfies Record<CheckOutcome, { icon: IconName; word: string }>

/** What this browser checked, one line each, in the order in which it did. */
function CheckList({ report: { checks, log } }: { report: ProofReport }) {
  return (
    <section className="checks" aria-labelledby="checks">
      <h3 id="checks">What your browser checked</h3>
      <ul>
        {checks.map(({ name, outcome, reason }) => (
          <li key={name} data-outcome={outcome}>
            <Icon name={outcomes[outcome].icon} size={20} />
            <div>
              <h4>
                {checkWords[name].title} <span className="check-outcome">{outcomes[outcome].word}</span>
              </h4>
              <p>{reasonWords[reason]}</p>
              {name === 'witnesses' && log && <Witnesses {...log} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who saw the log, and when. */
function Witnesses({ cosignatures }: LogFacts) {
  if (cosignatures.length === 0) return null
  return (
    <ul className="check-witnesses">
      {cosignatures.map(({ name, time, isSelfRun }) => (
        <li key={name}>
          <span className="code">{name}</span>, <Moment seconds={time} />
          {isSelfRun && ' (run by TrustTag itself)'}
        </li>
      ))}
    </ul>
  )
}

/** @param seconds since 1970; a time that no calendar has is said as it stands */
function Moment({ seconds }: { seconds: number }) {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return <>{seconds}</>
  const iso = date.toISOString()
  return <time dateTime={iso}>{formatMoment(iso)}</time>
}
