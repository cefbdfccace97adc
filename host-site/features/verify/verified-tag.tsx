import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatDay } from '../../lib/format-day'
import { formatMoment } from '../../lib/format-moment'
import type { Verification } from '../../lib/verification'
import { routes } from '../../paths'
import { Rosette } from '../../ui/rosette'
import { verdicts } from './verdicts'

/** A TrustTag that was found, with all that is known of it. */
export function VerifiedTag({ tag }: { tag: Verification }) {
  const { trustTagId, skill, category, holderName, score, issueDate, status, verificationDate, topics } = tag
  return (
    <>
      <Rosette of={trustTagId} />
      <dl className="verified-facts">
        <Fact name="Skill" isWide>
          <span className="verified-skill">{skill}</span>
          <span className="soft">{category}</span>
        </Fact>
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

/** Until when it counts, or since when it does not. */
function EndOfIt({ expiresAt, revokedAt, revokeReason }: Verification) {
  return (
    <>
      {expiresAt !== null && (
        <Fact name="Valid until">
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
