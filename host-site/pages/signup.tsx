import { Link } from 'wouter'
import { sampleTag } from '../content/samples'
import { joiningNotes } from '../content/site-config'
import { SignupForm } from '../features/account/signup-form'
import { routes } from '../paths'
import { Credential } from '../ui/credential'
import { Icon } from '../ui/icon'
import { Page } from '../ui/page'

export function SignupPage() {
  return (
    <Page {...routes.signup}>
      <div className="split top account">
        <div>
          <p>
            Already have an account? <Link href={routes.login.path}>Login</Link>
          </p>
          <SignupForm afterwards={routes.profile.path} />
          <p>
            <Link href={routes.home.path}>Back to Home</Link>
          </p>
        </div>
        <aside className="joining" aria-label="Good to know">
          <Credential {...sampleTag} />
          <ul className="ticks">
            {joiningNotes.map((note) => (
              <li key={note}>
                <Icon name="check" size={20} />
                {note}
              </li>
            ))}
          </ul>
        </aside>
      </div>
    </Page>
  )
}
