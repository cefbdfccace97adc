import { useStore } from '@nanostores/react'
import type { App, ContentGroup, CustomField } from '../../../contract/entities'
import { DEFAULT_PRIMARY_BUTTON_COLOR } from '../../../contract/limits'
import { socialProviders } from '../../../contract/providers'
import { Disclosure, Section, ValueBox } from './parts'
import { useSidebar } from './sidebar-context'

/** The app's settings. */
export function AppTab() {
  const app = useStore(useSidebar().store.appData)
  return (
    <>
      <TestModeBanner />
      {app ? <Details app={app} /> : <p className="note">The app has not loaded.</p>}
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
        {app.customFields.length === 0 && <p className="note">No custom fields.</p>}
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

/** Names in the order and spelling of the specification. The keys are lowercase. */
const specified: readonly string[] = ['Google', 'Facebook', 'LinkedIn', 'Dribbble', 'Spotify', 'Github']
const isSpecified = (key: string): boolean => specified.some((name) => name.toLowerCase() === key)
const providers = [
  ...specified.map((name) => ({ key: name.toLowerCase(), name })),
  ...socialProviders.filter(({ key }) => !isSpecified(key)),
]

/** The login methods other than passwords. */
function AuthStatus({ app }: { app: App }) {
  const isOffered = (key: string): boolean => app.authProviders.some(({ provider }) => provider === key)
  return (
    <Section title="Authentication">
      <ul className="ways">
        <Method name="Passwordless" isOn={app.additionalAuthMethods.passwordless.enabled} />
        {providers.map(({ key, name }) => (
          <Method key={key} name={name} isOn={isOffered(key)} />
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
    {groups.length === 0 && <p className="note">No gated content.</p>}
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
        {member?.id ? 'You are logged in as a test member.' : 'New sign-ups here create test members.'}
      </p>
      <a href={`${apiUrl}/docs/install#going-live`} target="_blank" rel="noopener">
        How to go live
      </a>
    </div>
  )
}
