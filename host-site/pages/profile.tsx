import { useMemo, useState } from 'react'
import { useAccount, useAccountState } from '../features/account/account'
import { memberActions, shareTag, useProfileData } from '../features/profile/member-actions'
import { WaitingProfile } from '../features/profile/parts'
import { type KnownProfile, Profile } from '../features/profile/profile'
import { sampleActions } from '../features/profile/profile-actions'
import { memberProfile } from '../features/profile/profile-view'
import { createSaveFile, createShareLink } from '../lib/browser'
import { useSiteApi } from '../lib/site-api'
import { routes } from '../paths'
import { Alert } from '../ui/status'

export function ProfilePage() {
  const account = useAccount()
  const api = useSiteApi()
  const { status, member, checkFailed } = useAccountState()
  // A visitor keeps seeing the sample if a later check fails.
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

/** A sample, marked as one. The person is fictional. */
export const sampleProfile = {
  sample: true,
  holder: {
    id: 'sample-profile',
    name: 'Samuel Okoro',
    headline: 'Web developer for small businesses',
    picture: null,
    memberSince: '2024-01-15',
  },
  tags: [
    {
      id: 'TT-WD2024001',
      skill: 'Web Development',
      score: 87,
      band: { low: 69, high: 96 },
      questions: 10,
      issueDate: '2024-02-12',
      status: 'verified',
      category: 'Technology',
      hue: 'technology',
    },
    {
      id: 'TT-QB2024042',
      skill: 'QuickBooks',
      score: 91,
      band: { low: 74, high: 97 },
      questions: 10,
      issueDate: '2024-05-06',
      status: 'verified',
      category: 'Business',
      hue: 'business',
    },
    {
      id: 'TT-PM2024063',
      skill: 'Project Management',
      score: 86,
      band: { low: 68, high: 95 },
      questions: 10,
      issueDate: '2024-09-23',
      status: 'verified',
      category: 'Business',
      hue: 'business',
    },
  ],
  activity: [
    { action: 'TrustTag shared', skill: 'Project Management', date: '2024-09-25' },
    { action: 'TrustTag earned', skill: 'Project Management', date: '2024-09-23' },
    { action: 'Assessment completed', skill: 'Project Management', date: '2024-09-23' },
    { action: 'TrustTag earned', skill: 'QuickBooks', date: '2024-05-06' },
    { action: 'Assessment completed', skill: 'QuickBooks', date: '2024-05-04' },
    { action: 'TrustTag shared', skill: 'Web Development', date: '2024-02-13' },
    { action: 'TrustTag earned', skill: 'Web Development', date: '2024-02-12' },
    { action: 'Assessment completed', skill: 'Web Development', date: '2024-02-12' },
  ],
  views: 1247,
  settings: { publicProfile: true, emailNotifications: true, shareAnalytics: true },
} as const
