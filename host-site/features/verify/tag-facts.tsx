import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import type { CredentialFacts, LogFacts } from '../../../contract/credential/report'
import { formatDay } from '../../lib/format-day'
import { formatMoment } from '../../lib/format-moment'
import type { Verification } from '../../lib/verification'
import { routes } from '../../paths'
import { Rosette } from '../../ui/rosette'
import type { Finding } from './finding'
import { verdictOf, verdicts } from './verdicts'

/** What was signed of a TrustTag, and nothing else but the reason of a revocation. */
export function TagFacts({ finding, facts }: { finding: Finding; facts: CredentialFacts }) {
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

export function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
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
