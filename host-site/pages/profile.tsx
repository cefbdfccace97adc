import { useMemo, useState } from 'react'
import { sampleProfile } from '../content/sample-profile'
import type { Account } from '../features/account/account'
import { useAccount, useAccountState } from '../features/account/account-context'
import { accountTexts, failureText } from '../features/account/texts'
import { memberProfile } from '../features/profile/member-profile'
import { Profile, type KnownProfile } from '../features/profile/profile'
import type { Outcome, ProfileActions } from '../features/profile/profile-actions'
import { sampleActions } from '../features/profile/sample-actions'
import { shareTag } from '../features/profile/share-tag'
import { WaitingProfile } from '../features/profile/waiting-profile'
import type { MembershipResult } from '../lib/membership'
import { createShareLink } from '../lib/share-link'
import { routes } from '../paths'
import { Alert } from '../ui/alert'

export function ProfilePage() {
  const account = useAccount()
  const { status, member, checkFailed } = useAccountState()
  // A visitor who reads the sample goes on reading it when a later check gets no answer.
  const [visiting, setVisiting] = useState(false)
  const visitor = member === null && status === 'loggedOut' && (visiting || !checkFailed)
  if (visitor !== visiting) setVisiting(visitor)
  const profile = useMemo((): KnownProfile | null => {
    if (member) {
      const { email } = member.auth
      return { view: memberProfile(member), actions: memberActions(account), email, origin: window.location.origin }
    }
    return visitor ? visitorProfile() : null
  }, [account, member, visitor])
  return (
    <Profile heading={routes.profile.heading} profile={profile}>
      {checkFailed ? <CheckFailed account={account} /> : <WaitingProfile />}
    </Profile>
  )
}

function visitorProfile(): KnownProfile {
  const { origin } = window.location
  const share = createShareLink(window.navigator)
  const actions = sampleActions((tag) => shareTag(tag, origin, share))
  return { view: sampleProfile, actions, email: null, origin }
}

/** What has no server behind it yet is left out. */
function memberActions(account: Account): ProfileActions {
  return {
    editProfile: async () => outcomeOf(await account.editProfile(), accountTexts.editFailed),
    deleteAccount: async () => outcomeOf(await account.deleteAccount(), accountTexts.deleteFailed),
  }
}

const outcomeOf = (result: MembershipResult, otherwise: string): Outcome =>
  result.success ? { text: '' } : { text: failureText(result, otherwise), failed: true }

function CheckFailed({ account }: { account: Account }) {
  return (
    <div className="profile-failed">
      <Alert text="Your account could not be reached." />
      <p className="actions">
        <button type="button" className="button" onClick={() => void account.check()}>
          Try again
        </button>
      </p>
    </div>
  )
}
