import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { formatDay } from '../../lib/format-day'
import { formatMoment } from '../../lib/format-moment'
import type { Verification } from '../../lib/verification'
import { routes } from '../../paths'
import { Rosette } from '../../ui/rosette'
import { verdicts } from './verdicts'

/** A TrustTag that was found, with all that is known of it. */
export function VerifiedTag({ tag }: { tag: Verification }) {
  const { trustTagId, skill, category, holderName, score, issueDate, status, verificationDate, topics, mode } = tag
  return (
    <>
      <Rosette of={trustTagId} />
      <dl className="verified-facts">
        <Fact name="Skill" isWide>
          <span className="verified-skill">{skill}</span>
          <span className="soft">{category}</span>
        </Fact>
        {mode !== 'sample' && (
          <Fact name="Tested with" isWide>
            <TestedWith {...tag} />
          </Fact>
        )}
        <Fact name="Score">
          <span className="score">{score}%</span>
        </Fact>
        <Fact name="Holder">{holderName}</Fact>
        <Fact name="Issued">
          <Day iso={issueDate} />
        </Fact>
        <Fact name="TrustTag ID">
          <span className="code">{trustTagId}</span>
        </Fact>
        <Fact name="Status">{verdicts[status].status}</Fact>
        <Fact name="Verified on">
          <time dateTime={verificationDate}>{formatMoment(verificationDate)}</time>
        </Fact>
        <EndOfIt {...tag} />
        <Fact name="Log hash" isWide>
          <LogHash {...tag} />
        </Fact>
        {topics.length > 0 && (
          <Fact name="Right answers by topic" isWide>
            <ul className="topics">
              {topics.map(({ topic, title, points, of }) => (
                <li key={topic}>
                  {title}: {points} of {of}
                </li>
              ))}
            </ul>
          </Fact>
        )}
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

const Day = ({ iso }: { iso: string }) => <time dateTime={iso}>{formatDay(iso)}</time>

/** What a score stands for: nobody is to take it for more. */
function TestedWith({ isGeneral }: Verification) {
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

/** Until when it counts, or since when it does not. */
function EndOfIt({ status, expiresAt, revokedAt, revokeReason }: Verification) {
  return (
    <>
      {expiresAt !== null && status !== 'revoked' && (
        <Fact name={status === 'expired' ? 'Expired on' : 'Valid until'}>
          <Day iso={expiresAt} />
        </Fact>
      )}
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

function LogHash({ blockchainHash }: Verification) {
  if (blockchainHash !== null) return <span className="code log-hash">{blockchainHash}</span>
  return (
    <>
      Not yet in the <Link href={routes.transparency.path}>public log</Link>
    </>
  )
}
