import { bandNote, NAME_NOT_CHECKED, nameText, reviewText } from '../../../contract/tag-texts'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { formatDay, initialsOf } from '../../lib/format'
import { routes } from '../../paths'
import { Rosette } from '../../ui/drawing'
import { Icon, type IconName } from '../../ui/icon'
import { Notice } from '../../ui/status'
import { type Holder, type ProfileTag, verifiedTags } from './profile-view'

/** Placeholder while the profile loads. */
export function WaitingProfile({ text }: { text: string }) {
  return (
    <div className="profile-waiting">
      <Notice text={text} />
      <noscript>
        <p className="alert">The profile needs JavaScript. Please turn it on in your browser.</p>
      </noscript>
      <div className="blank-tags">
        <BlankTag />
        <BlankTag />
        <BlankTag />
      </div>
    </div>
  )
}

export function BlankTag() {
  return (
    <svg className="blank-tag" viewBox="0 0 120 140" aria-hidden="true">
      <path d="M9 1h78l32 32v98a8 8 0 0 1-8 8H9a8 8 0 0 1-8-8V9a8 8 0 0 1 8-8z" />
      <circle cx="22" cy="22" r="8" />
      <path d="M16 62h56M16 80h36M16 116h88" />
    </svg>
  )
}

interface TagFaceProps {
  tag: ProfileTag
  /** Label of a tag that proves nothing. */
  mark: string | undefined
}

const proofs: Readonly<Record<ProfileTag['status'], { icon: IconName; text: string }>> = {
  verified: { icon: 'check', text: 'Verified' },
  revoked: { icon: 'cross', text: 'Revoked' },
  expired: { icon: 'clock', text: 'Expired' },
}

/** Links to the explanation of the claim. */
const Secured = () => <Link href={routes.transparency.path}>Verified &amp; Blockchain Secured</Link>

/** Its heading has the ID `skill-…`. */
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
            <dd className="soft">{bandNote(tag)}</dd>
          </div>
          <Fact name="Issued">
            <time dateTime={tag.issueDate}>{formatDay(tag.issueDate)}</time>
          </Fact>
          <Fact name="Holder">{nameText(tag.nameState ?? NAME_NOT_CHECKED)}</Fact>
          {tag.isReviewed === false && <Fact name="Review">{reviewText(false)}</Fact>}
          {tag.isGeneral && <Fact name="Questions">General, on safety and quality</Fact>}
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shows initials if there is no image or it fails to load. Decorative: the name is beside it. */
export function Avatar({ name, picture }: Pick<Holder, 'name' | 'picture'>) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="avatar" aria-hidden="true">
      {picture !== null && picture !== broken ? (
        <img src={picture} alt="" width={112} height={112} onError={() => setBroken(picture)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

/** Used inside a `dl`. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** @param percent null without any */
export function Score({ percent }: { percent: number | null }) {
  if (percent !== null) return `${percent}%`
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none yet</span>
    </>
  )
}

export function VerifiedCount({ tags }: { tags: readonly ProfileTag[] }) {
  const { length } = verifiedTags(tags)
  return (
    <span className="badge proved">
      {length > 0 && <Icon name="check" size={16} />}
      {length} verified {length === 1 ? 'TrustTag' : 'TrustTags'}
    </span>
  )
}
