import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { formatDay } from '../../lib/format'
import { routes } from '../../paths'
import { Rosette } from '../../ui/guilloche'
import { Icon, type IconName } from '../../ui/icon'
import { Alert } from '../../ui/status'
import { ActionButton } from './buttons'
import { Avatar, Figure, Score, VerifiedCount } from './parts'
import { NOTHING_TO_SAY, type Outcome, type PanelProps, type ProfileActions } from './profile-actions'
import { type ActivityItem, averageScore, type ProfileView, verifiedTags } from './profile-view'
import { SettingsPanel } from './settings-panel'
import { Tabs } from './tabs'
import { TagsPanel } from './tags-panel'

export interface KnownProfile {
  view: ProfileView
  actions: ProfileActions
  /** The account's email; null in the sample. */
  email: string | null
  /** Origin of the site. */
  origin: string
}

interface ProfileProps {
  heading: string
  /** Null until loaded. */
  profile: KnownProfile | null
  /** Shown until loaded. */
  children: ReactNode
}

export function Profile({ heading, profile, children }: ProfileProps) {
  const [outcome, say] = useState(NOTHING_TO_SAY)
  const quiet = () => say(NOTHING_TO_SAY)
  const parts = profile && { view: profile.view, actions: profile.actions, say }
  return (
    <article className="page profile">
      <ProfileHead heading={heading} known={parts} />
      {profile && parts ? (
        <>
          <Tabs
            label="Profile"
            onChange={quiet}
            tabs={[
              {
                name: 'trusttags',
                label: 'My TrustTags',
                content: <TagsPanel {...parts} origin={profile.origin} />,
              },
              { name: 'activity', label: 'Activity', content: <ActivityPanel view={profile.view} /> },
              { name: 'settings', label: 'Settings', content: <SettingsPanel {...parts} email={profile.email} /> },
            ]}
          />
          <ProfileBar sample={profile.view.sample} outcome={outcome} onClose={quiet} />
        </>
      ) : (
        children
      )}
    </article>
  )
}

interface ProfileBarProps {
  sample: boolean
  outcome: Outcome
  onClose: () => void
}

/** Shows outcomes, and how to get a profile on the sample. It floats while it shows one, and always on phones. */
function ProfileBar({ sample, outcome, onClose }: ProfileBarProps) {
  const { text, failed } = outcome
  const success = failed ? '' : text
  return (
    <div
      className="profile-bar on-night"
      data-empty={(!sample && text === '') || undefined}
      data-saying={text !== '' || undefined}
    >
      <output>{success || (sample && !failed ? 'Sample profile. Log in to see yours.' : '')}</output>
      <Alert text={failed ? text : ''} />
      {sample ? (
        <p className="actions">
          <Link className="button" href={routes.login.path}>
            Login
          </Link>
          <Link className="button quiet" href={routes.signup.path}>
            Sign Up
          </Link>
        </p>
      ) : (
        text !== '' && (
          <button type="button" className="button quiet" onClick={onClose}>
            Close
          </button>
        )
      )}
    </div>
  )
}

interface ProfileHeadProps {
  /** Heading until the holder is loaded. */
  heading: string
  /** Null until loaded. */
  known: PanelProps | null
}

/** The heading is one element all the time, so that it keeps the focus and its place. */
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

const drawings: Readonly<Record<ActivityItem['action'], IconName>> = {
  'TrustTag earned': 'check',
  'TrustTag shared': 'share',
  'Assessment completed': 'quiz',
}

export function ActivityPanel({ view: { tags, activity, views } }: { view: ProfileView }) {
  return (
    <div className="activity">
      <section aria-labelledby="recent-activity">
        <h2 id="recent-activity">Recent Activity</h2>
        {activity.length === 0 ? (
          <p className="soft">Nothing yet. Assessments you complete and TrustTags you earn or share appear here.</p>
        ) : (
          <ol className="log">
            {activity.map(({ action, skill, date }) => (
              <li key={`${action} ${skill} ${date}`}>
                <Icon name={drawings[action]} size={20} />
                <p>
                  <strong>{action}</strong>
                  <br />
                  {skill}
                </p>
                <time dateTime={date}>{formatDay(date)}</time>
              </li>
            ))}
          </ol>
        )}
      </section>
      <section aria-labelledby="in-numbers">
        <h2 id="in-numbers">In Numbers</h2>
        <dl className="stats">
          <Figure name="TrustTags earned">{verifiedTags(tags).length}</Figure>
          <Figure name="Average score">
            <Score percent={averageScore(tags)} />
          </Figure>
          <Figure name="Profile views">{views.toLocaleString('en-US')}</Figure>
        </dl>
      </section>
    </div>
  )
}
