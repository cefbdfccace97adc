import { Notice } from '../../ui/notice'
import { BlankTag } from './blank-tag'

/** Stands where the TrustTags will, until it is known whose they are. */
export function WaitingProfile() {
  return (
    <div className="profile-waiting">
      <Notice text="Loading your profile..." />
      <noscript>
        <p className="alert">The profile needs JavaScript. Please turn it on in your browser.</p>
      </noscript>
      <div className="blank-tags">
        <BlankTag />
        <BlankTag />
        <BlankTag />
      </div>
    </div>
  )
}
