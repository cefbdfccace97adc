import { formatDay } from '../../lib/format'
import { Rosette } from '../../ui/guilloche'

import { ActionButton } from './buttons'
import { Avatar, Figure, Score, VerifiedCount } from './parts'
import type { PanelProps } from './profile-actions'
import { averageScore, type ProfileView } from './profile-view'

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
