import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { routes } from '../../paths'
import { Alert } from '../../ui/status'
import { ActivityPanel } from './activity-panel'
import { NOTHING_TO_SAY, type Outcome, type ProfileActions } from './profile-actions'
import { ProfileHead } from './profile-head'
import type { ProfileView } from './profile-view'
import { SettingsPanel } from './settings-panel'
import { Tabs } from './tabs'
import { TagsPanel } from './tags-panel'

/** Whose profile it is, and what can be done with it. */
export interface KnownProfile {
  view: ProfileView
  actions: ProfileActions
  /** Of the account; null in the sample. */
  email: string | null
  /** Of the site. */
  origin: string
}

interface ProfileProps {
  heading: string
  /** Null while that is not known. */
  profile: KnownProfile | null
  /** Shown until then. */
  children: ReactNode
}

/** The whole page, of a member or of the sample. */
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

/** Says what came of an action, and on the sample how to get a profile. It floats while it says something, on phones always. */
function ProfileBar({ sample, outcome, onClose }: ProfileBarProps) {
  const { text, failed } = outcome
  const said = failed ? '' : text
  return (
    <div
      className="profile-bar on-night"
      data-empty={(!sample && text === '') || undefined}
      data-saying={text !== '' || undefined}
    >
      <output>{said || (sample && !failed ? 'Sample profile. Log in to see yours.' : '')}</output>
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
