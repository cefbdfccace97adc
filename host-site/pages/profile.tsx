import { useMemo, useState } from 'react'
import { sampleProfile } from '../content/sample-profile'
import { useAccount, useAccountState } from '../features/account/account-context'
import { memberActions, shareTag, useProfileData } from '../features/profile/member-actions'
import { WaitingProfile } from '../features/profile/parts'
import { type KnownProfile, Profile } from '../features/profile/profile'
import { sampleActions } from '../features/profile/profile-actions'
import { memberProfile } from '../features/profile/profile-view'
import { createSaveFile, createShareLink } from '../lib/browser'
import { useSiteApi } from '../lib/site-api-context'
import { routes } from '../paths'
import { Alert } from '../ui/status'

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
      view: memberProfile(member, data.profile, data.memberCredits),
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
