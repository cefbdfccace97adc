import { Link } from 'wouter'
import { formatDay } from '../../lib/format-day'
import { formatMoment } from '../../lib/format-moment'
import type { Verification } from '../../lib/verification'
import { routes } from '../../paths'
import { Rosette } from '../../ui/rosette'
import { verdicts } from './verdicts'

/** A TrustTag that was found, with all that is known of it. */
export function VerifiedTag({ tag }: { tag: Verification }) {
  const { trustTagId, skill, holderName, score, issueDate, status, verificationDate, blockchainHash } = tag
  return (
    <>
      <Rosette of={trustTagId} />
      <dl className="verified-facts">
        <div className="wide">
          <dt>Skill</dt>
          <dd className="verified-skill">{skill}</dd>
        </div>
        <div>
          <dt>Score</dt>
          <dd className="score">{score}%</dd>
        </div>
        <div>
          <dt>Holder</dt>
          <dd>{holderName}</dd>
        </div>
        <div>
          <dt>Issued</dt>
          <dd>
            <time dateTime={issueDate}>{formatDay(issueDate)}</time>
          </dd>
        </div>
        <div>
          <dt>TrustTag ID</dt>
          <dd className="code">{trustTagId}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{verdicts[status].status}</dd>
        </div>
        <div>
          <dt>Verified on</dt>
          <dd>
            <time dateTime={verificationDate}>{formatMoment(verificationDate)}</time>
          </dd>
        </div>
        <div className="wide log-hash">
          <dt>Log hash</dt>
          {blockchainHash === null ? (
            <dd>
              Not yet in the <Link href={routes.transparency.path}>public log</Link>
            </dd>
          ) : (
            <dd className="code">{blockchainHash}</dd>
          )}
        </div>
      </dl>
    </>
  )
}
