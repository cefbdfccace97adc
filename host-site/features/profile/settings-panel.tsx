import type { ReactNode } from 'react'
import { ActionButton } from './action-button'
import { DeleteAccount } from './delete-account'
import type { PanelProps } from './panel'
import { Purchases } from './purchases'
import { settingTexts } from './setting-texts'
import { Switch } from './switch'

/** @param email of the account; null in the sample */
export function SettingsPanel({ view, actions, say, email }: PanelProps & { email: string | null }) {
  const { exportData, deleteAccount } = actions
  return (
    <div className="settings">
      <Privacy view={view} actions={actions} say={say} />
      {view.holding && <Purchases holding={view.holding} refund={actions.refund} say={say} />}
      <section aria-labelledby="account">
        <h2 id="account">Account</h2>
        {email !== null && (
          <Setting title="Email" text="You log in with it. It stands nowhere else on your profile.">
            <span className="email">{email}</span>
          </Setting>
        )}
        {exportData && (
          <Setting title="Your data" text="Everything we keep about you, in one file.">
            <ActionButton label="Export My Data" act={exportData} say={say} />
          </Setting>
        )}
        <Setting title="End of the account" text="Your account, TrustTags and unused credits are deleted at once.">
          {view.sample ? (
            <ActionButton className="button danger" label="Delete Account" act={deleteAccount} say={say} />
          ) : (
            <DeleteAccount act={deleteAccount} />
          )}
        </Setting>
      </section>
    </div>
  )
}

function Privacy({ view: { settings }, actions: { toggle }, say }: PanelProps) {
  if (!settings || !toggle) return null
  return (
    <section aria-labelledby="privacy">
      <h2 id="privacy">Privacy</h2>
      {settingTexts.map(({ name, ...texts }) => (
        <Setting key={name} id={name} {...texts}>
          <Switch
            labelledBy={name}
            describedBy={`${name}-text`}
            on={settings[name]}
            act={() => toggle(name, !settings[name])}
            say={say}
          />
        </Setting>
      ))}
    </section>
  )
}

interface SettingProps {
  /** Of the title; the text has it with `-text`. */
  id?: string
  title: string
  text: string
  children: ReactNode
}

function Setting({ id, title, text, children }: SettingProps) {
  return (
    <div className="setting">
      <div>
        <h3 id={id}>{title}</h3>
        <p className="soft" id={id && `${id}-text`}>
          {text}
        </p>
      </div>
      {children}
    </div>
  )
}
