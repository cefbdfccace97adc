import type { App } from '../../../contract/entities'
import { Section } from './section'

/** As people write them; in lower case as the app does. */
const providers = ['Google', 'Facebook', 'LinkedIn', 'Dribbble', 'Spotify', 'Github'] as const

/** Which ways to log in there are besides a password. */
export function AuthStatus({ app }: { app: App }) {
  const isOffered = (name: string): boolean => app.authProviders.some(({ provider }) => provider === name.toLowerCase())
  return (
    <Section title="Authentication">
      <ul className="ways">
        <Way name="Passwordless" isOn={app.additionalAuthMethods.passwordless.enabled} />
        {providers.map((name) => (
          <Way key={name} name={name} isOn={isOffered(name)} />
        ))}
      </ul>
    </Section>
  )
}

const Way = ({ name, isOn }: { name: string; isOn: boolean }) => (
  <li>
    {name}
    <span className="status" data-on={isOn}>
      {isOn ? 'On' : 'Off'}
    </span>
  </li>
)
