import type { ReactNode } from 'react'
import { useState } from 'react'
import { ActivityPanel } from './activity-panel'
import { NOTHING_TO_SAY, type ProfileActions } from './profile-actions'
import { ProfileBar } from './profile-bar'
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

export interface ProfileProps {
  heading: string
  /** Null while that is not known. */
  profile: KnownProfile | null
  /** Stands there meanwhile. */
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
