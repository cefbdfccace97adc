import { Notice } from '../../ui/notice'
import { BlankTag } from './blank-tag'

/** Stands where the TrustTags will, until it is known whose they are. @param text what is waited for */
export function WaitingProfile({ text }: { text: string }) {
  return (
    <div className="profile-waiting">
      <Notice text={text} />
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
