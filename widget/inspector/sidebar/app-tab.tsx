import { useStore } from '@nanostores/react'
import type { App, CustomField } from '../../../contract/entities'
import { DEFAULT_PRIMARY_BUTTON_COLOR } from '../../../contract/limits'
import { AuthStatus } from './auth-status'
import { Disclosure } from './disclosure'
import { GatedContent } from './gated-content'
import { Section } from './section'
import { useSidebar } from './sidebar-context'
import { TestModeBanner } from './test-mode-banner'
import { ValueBox } from './value-box'

/** What the page knows of the app. */
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

/** Those without an order come last. */
const fieldsOf = ({ customFields }: App): CustomField[] =>
  // oxlint-disable-next-line unicorn/no-array-sort -- the copy is ours; Firefox 114 has no toSorted
  [...customFields].sort(byOrder)

const byOrder = (one: CustomField, other: CustomField): number =>
  (one.order ?? Infinity) - (other.order ?? Infinity) || 0
