import { type ReactNode, useState } from 'react'
import { formatDay, initialsOf } from '../../lib/format'
import { Rosette } from '../../ui/guilloche'
import { Icon } from '../../ui/icon'
import { ActionButton } from './buttons'
import type { PanelProps } from './profile-actions'
import { averageScore, type Holder, type ProfileTag, type ProfileView, verifiedTags } from './profile-view'

interface ProfileHeadProps {
  /** The page's heading while there is no holder. */
  heading: string
  /** Null while it is not known whose profile this is. */
  known: PanelProps | null
}

/** Who this is. Its heading is the same element all the time, so that it keeps the focus, and stays in its place. */
export function ProfileHead({ heading, known }: ProfileHeadProps) {
  const view = known?.view
  return (
    <header className="profile-head">
      {view && <Rosette of={view.holder.id} />}
      <Avatar name={view?.holder.name ?? ''} picture={view?.holder.picture ?? null} />
      <div className="identity">
        <p className="kind">
          {view?.sample ? (
            <span className="badge">Sample profile</span>
          ) : (
            <span className="eyebrow">TrustTag profile</span>
          )}
        </p>
        <h1 tabIndex={-1}>{view?.holder.name ?? heading}</h1>
        {known && <Headline {...known} />}
      </div>
      {known && (
        <div className="standing">
          <Figures view={known.view} />
          <ActionButton icon="edit" label="Edit Profile" act={known.actions.editProfile} say={known.say} />
        </div>
      )}
    </header>
  )
}

function Headline({ view: { holder, tags }, actions, say }: PanelProps) {
  return (
    <>
      {holder.headline === null ? (
        <ActionButton className="text-button" label="Add your profession" act={actions.editProfile} say={say} />
      ) : (
        <p className="lead">{holder.headline}</p>
      )}
      <p className="facts">
        <VerifiedCount tags={tags} />
        <span className="soft">
          Member since <time dateTime={holder.memberSince}>{formatDay(holder.memberSince)}</time>
        </span>
      </p>
    </>
  )
}

function Figures({ view: { tags, views } }: { view: ProfileView }) {
  return (
    <dl className="figures">
      <Figure name="Average score">
        <Score percent={averageScore(tags)} />
      </Figure>
      <Figure name={views === 1 ? 'Profile view' : 'Profile views'}>{views.toLocaleString('en-US')}</Figure>
    </dl>
  )
}

/** The picture, or the initials where there is none or it does not load. The name stands beside it. */
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

/** A number and its name, in a `dl`. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** @param percent null where there is none */
export function Score({ percent }: { percent: number | null }) {
  if (percent !== null) return `${percent}%`
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none yet</span>
    </>
  )
}

/** How many TrustTags count. */
export function VerifiedCount({ tags }: { tags: readonly ProfileTag[] }) {
  const { length } = verifiedTags(tags)
  return (
    <span className="badge proved">
      {length > 0 && <Icon name="check" size={16} />}
      {length} verified {length === 1 ? 'TrustTag' : 'TrustTags'}
    </span>
  )
}
