import { Link } from 'wouter'
import { formatDay } from '../../lib/format-day'
import { Icon } from '../../ui/icon'
import { Rosette } from '../../ui/rosette'
import { ActionButton } from './action-button'
import type { PanelProps } from './panel'
import type { ProfileTag } from './profile-view'
import { verifyPath } from './verify-path'

export interface TagCardProps extends Omit<PanelProps, 'view'> {
  tag: ProfileTag
  sample: boolean
  /** Of the site, for the address that is printed. */
  origin: string
}

/** One TrustTag on its thread, and what can be done with it beneath. */
export function TagCard({ tag, sample, origin, actions, say }: TagCardProps) {
  const { shareTag, downloadCertificate } = actions
  const ofSkill = <span className="visually-hidden"> {tag.skill}</span>
  return (
    <article className="hung" aria-labelledby={`skill-${tag.id}`} data-category={tag.hue}>
      <TagFace tag={tag} sample={sample} />
      <p className="print-only">
        Check it at {origin}
        {verifyPath(tag.id)}
      </p>
      <p className="tag-actions">
        {shareTag && (
          <ActionButton
            className="tag-action"
            icon="share"
            label={<>Share{ofSkill}</>}
            act={() => shareTag(tag)}
            say={say}
          />
        )}
        <Link className="tag-action" href={verifyPath(tag.id)}>
          <Icon name="search" size={18} />
          View{ofSkill}
        </Link>
        {downloadCertificate && (
          <ActionButton
            className="tag-action"
            icon="download"
            label={
              <>
                <span className="visually-hidden">Download </span>Certificate{ofSkill}
              </>
            }
            act={() => downloadCertificate(tag)}
            say={say}
          />
        )}
      </p>
    </article>
  )
}

function TagFace({ tag, sample }: { tag: ProfileTag; sample: boolean }) {
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
          <div>
            <dt>TrustTag ID</dt>
            <dd className="code">{tag.id}</dd>
          </div>
        </dl>
        <p className="credential-foot">
          <span className="proof">
            <Icon name="check" size={18} />
            Verified
          </span>
          {sample && <span className="badge">Sample</span>}
        </p>
      </div>
    </div>
  )
}
