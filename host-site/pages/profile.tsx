import { useMemo, useState } from 'react'
import { sampleProfile } from '../content/sample-profile'
import { useAccount, useAccountState } from '../features/account/account-context'
import { useSiteApi } from '../features/messages/site-api-context'
import { memberActions } from '../features/profile/member-actions'
import { memberProfile } from '../features/profile/member-profile'
import { Profile, type KnownProfile } from '../features/profile/profile'
import { sampleActions } from '../features/profile/sample-actions'
import { shareTag } from '../features/profile/share-tag'
import { useProfileData } from '../features/profile/use-profile-data'
import { WaitingProfile } from '../features/profile/waiting-profile'
import { createSaveFile } from '../lib/save-file'
import { createShareLink } from '../lib/share-link'
import { routes } from '../paths'
import { Alert } from '../ui/alert'

export function ProfilePage() {
  const account = useAccount()
  const api = useSiteApi()
  const { status, member, checkFailed } = useAccountState()
  // A visitor who reads the sample goes on reading it when a later check gets no answer.
  const [visiting, setVisiting] = useState(false)
  const visitor = member === null && status === 'loggedOut' && (visiting || !checkFailed)
  if (visitor !== visiting) setVisiting(visitor)
  const { value: data, failed, change, reload } = useProfileData(api, member?.id ?? null)
  const profile = useMemo((): KnownProfile | null => {
    if (visitor) return visitorProfile()
    if (!member || !data) return null
    const { origin } = window.location
    return {
      view: memberProfile(member, data.profile, data.holding),
      actions: memberActions({
        api,
        account,
        origin,
        data,
        change,
        reload,
        share: createShareLink(window.navigator),
        copy: createShareLink({ clipboard: window.navigator.clipboard }),
        save: createSaveFile(window),
      }),
      email: member.auth.email,
      origin,
    }
  }, [api, account, member, visitor, data, change, reload])
  return (
    <Profile heading={routes.profile.heading} profile={profile}>
      {checkFailed ? (
        <Unreachable text="Your account could not be reached." onRetry={() => void account.check()} />
      ) : failed ? (
        <Unreachable text="Your TrustTags could not be loaded. Nothing is lost." onRetry={() => void reload()} />
      ) : (
        <WaitingProfile text="Loading your profile..." />
      )}
    </Profile>
  )
}

function visitorProfile(): KnownProfile {
  const { origin } = window.location
  const share = createShareLink(window.navigator)
  const actions = sampleActions((tag) => shareTag(tag, origin, share))
  return { view: sampleProfile, actions, email: null, origin }
}

function Unreachable({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="profile-failed">
      <Alert text={text} />
      <p className="actions">
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    </div>
  )
}
