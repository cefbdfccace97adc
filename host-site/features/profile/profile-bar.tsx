import { Link } from 'wouter'
import { routes } from '../../paths'
import { Alert } from '../../ui/alert'
import type { Outcome } from './profile-actions'

export interface ProfileBarProps {
  sample: boolean
  outcome: Outcome
  onClose: () => void
}

/** Says what came of an action, and on the sample how to get a profile. It floats while it says something, on phones always. */
export function ProfileBar({ sample, outcome, onClose }: ProfileBarProps) {
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
