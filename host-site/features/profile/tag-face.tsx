import { Link } from 'wouter'
import { formatDay } from '../../lib/format-day'
import { Icon, type IconName } from '../../ui/icon'
import { Rosette } from '../../ui/rosette'
import { routes } from '../../paths'
import type { ProfileTag } from './profile-view'

export interface TagFaceProps {
  tag: ProfileTag
  /** Said on it when it proves nothing. */
  mark: string | undefined
}

const proofs: Readonly<Record<ProfileTag['status'], { icon: IconName; text: string }>> = {
  verified: { icon: 'check', text: 'Verified' },
  revoked: { icon: 'cross', text: 'Revoked' },
  expired: { icon: 'clock', text: 'Expired' },
}

/** A TrustTag as it hangs on a profile. Its heading has the id `skill-…`. */
export function TagFace({ tag, mark }: TagFaceProps) {
  const { icon, text } = proofs[tag.status]
  return (
    <div className="credential-shape">
      <div className="credential tag-face">
        <span className="eyelet" aria-hidden="true" />
        <Rosette of={tag.id} />
        <p className="eyebrow">{tag.category}</p>
        <h3 className="credential-skill" id={`skill-${tag.id}`}>
          {tag.skill}
        </h3>
        <dl>
          <div>
            <dt>Score</dt>
            <dd className="score">{tag.score}%</dd>
          </div>
          <div>
            <dt>Issued</dt>
            <dd>
              <time dateTime={tag.issueDate}>{formatDay(tag.issueDate)}</time>
            </dd>
          </div>
          {tag.isGeneral && (
            <div>
              <dt>Questions</dt>
              <dd>General, on safety and quality</dd>
            </div>
          )}
          <div>
            <dt>TrustTag ID</dt>
            <dd className="code">{tag.id}</dd>
          </div>
        </dl>
        <p className="credential-foot">
          <span className="proof" data-status={tag.status}>
            <Icon name={icon} size={18} />
            {tag.status === 'verified' && !tag.unlogged ? <Secured /> : text}
          </span>
          {mark !== undefined && <span className="badge">{mark}</span>}
        </p>
      </div>
    </div>
  )
}

/** What secures it stands on a page of its own. */
const Secured = () => <Link href={routes.transparency.path}>Verified &amp; Blockchain Secured</Link>
