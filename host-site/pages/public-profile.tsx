import { useEffect } from 'react'
import { WaitingProfile } from '../features/profile/parts'
import { NoProfile, PublicHead, PublicTags, usePublicProfile } from '../features/public-profile'
import { useSiteApi } from '../lib/site-api-context'
import { routes } from '../paths'
import { Alert } from '../ui/status'

export function PublicProfilePage() {
  const state = usePublicProfile(useSiteApi())
  const profile = state.step === 'found' ? state.profile : null
  const slug = state.step === 'found' ? state.slug : ''
  const title = profile && `${profile.name} · TrustTag`
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
  return (
    <article className="page profile">
      <PublicHead heading={routes.publicProfile.heading} slug={slug} profile={profile} />
      {state.step === 'loading' && <WaitingProfile text="Loading this profile..." />}
      {state.step === 'none' && <NoProfile />}
      {state.step === 'failed' && (
        <div className="profile-failed">
          <Alert text="This profile could not be loaded." />
          <p className="actions">
            <button type="button" className="button" onClick={state.retry}>
              Try again
            </button>
          </p>
        </div>
      )}
      {profile && <PublicTags tags={profile.tags} />}
    </article>
  )
}
