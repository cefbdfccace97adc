import { useStore } from '@nanostores/react'
import type { App, ContentGroup, CustomField } from '../../../contract/entities'
import { DEFAULT_PRIMARY_BUTTON_COLOR } from '../../../contract/limits'
import { Disclosure, Section, ValueBox } from './parts'
import { useSidebar } from './sidebar-context'

/** The app's settings as the page has them. */
export function AppTab() {
  const app = useStore(useSidebar().store.appData)
  return (
    <>
      <TestModeBanner />
      {app ? <Details app={app} /> : <p className="note">The app is not known yet.</p>}
    </>
  )
}

function Details({ app }: { app: App }) {
  const { logo, colors } = app.branding
  return (
    <>
      <Section title="App">
        <ValueBox label="Name" value={app.name} />
        <ValueBox label="ID" value={app.id} />
      </Section>
      <Section title="Custom Fields" edit="profile">
        {app.customFields.length === 0 && <p className="note">There are none.</p>}
        {fieldsOf(app).map(({ key, order, hidden, visibility }) => (
          <Disclosure key={key} className="card" title={<b>{key}</b>}>
            <ValueBox label="Key" value={key} />
            <ValueBox label="Order" value={order} />
            <ValueBox label="Hidden" value={hidden} />
            <ValueBox label="Visibility" value={visibility} />
          </Disclosure>
        ))}
      </Section>
      <GatedContent groups={app.contentGroups} />
      <AuthStatus app={app} />
      <Section title="Branding" edit="settings/design">
        <ValueBox
          label="Primary button, light mode"
          value={colors.lightMode['primaryButton'] ?? DEFAULT_PRIMARY_BUTTON_COLOR}
        />
        <ValueBox label="Logo" value={logo} isImage />
      </Section>
      {app.plans.length > 0 && <Section title="Plans" edit="plans" raw={app.plans} />}
      <Section title="All App Data" raw={app} />
    </>
  )
}

/** Fields without an order come last. */
const fieldsOf = ({ customFields }: App): CustomField[] =>
  // oxlint-disable-next-line unicorn/no-array-sort -- the copy is ours; Firefox 114 has no toSorted
  [...customFields].sort(byOrder)

const byOrder = (one: CustomField, other: CustomField): number =>
  (one.order ?? Infinity) - (other.order ?? Infinity) || 0

/** The names; their keys are in lower case. */
const providers = ['Google', 'Facebook', 'LinkedIn', 'Dribbble', 'Spotify', 'Github'] as const

/** The login methods besides passwords. */
function AuthStatus({ app }: { app: App }) {
  const isOffered = (name: string): boolean => app.authProviders.some(({ provider }) => provider === name.toLowerCase())
  return (
    <Section title="Authentication">
      <ul className="ways">
        <Method name="Passwordless" isOn={app.additionalAuthMethods.passwordless.enabled} />
        {providers.map((name) => (
          <Method key={name} name={name} isOn={isOffered(name)} />
        ))}
      </ul>
    </Section>
  )
}

const Method = ({ name, isOn }: { name: string; isOn: boolean }) => (
  <li>
    {name}
    <span className="status" data-on={isOn}>
      {isOn ? 'On' : 'Off'}
    </span>
  </li>
)

const GatedContent = ({ groups }: { groups: readonly ContentGroup[] }) => (
  <Section title="Gated Content" edit="gated-content">
    {groups.length === 0 && <p className="note">There is none.</p>}
    {groups.map(({ id, key, name, urls, redirect, plans }) => (
      <Disclosure key={id} className="card" startsOpen title={<b>{name}</b>}>
        <ValueBox label="Key" value={key} />
        {urls.map(({ filter, url }) => (
          <ValueBox key={filter + url} label={`URL ${filter}`} value={url} />
        ))}
        <ValueBox label="Access Denied Redirect" value={redirect} />
        {plans.length === 0 && <ValueBox label="Access" value="All Members" />}
        {plans.map((plan) => (
          <ValueBox key={plan.id} label="Plan" value={plan.id} />
        ))}
      </Disclosure>
    ))}
  </Section>
)

function TestModeBanner() {
  const { store, apiUrl, window } = useSidebar()
  const member = useStore(store.memberData)
  return (
    <div className="banner">
      <p>
        <b>{window.location.hostname || 'This page'} is in Test Mode.</b>{' '}
        {member?.id ? 'You are logged in as a test member.' : 'Whoever joins here is a test member.'}
      </p>
      <a href={`${apiUrl}/docs/install#going-live`} target="_blank" rel="noopener">
        How to go live
      </a>
    </div>
  )
}
