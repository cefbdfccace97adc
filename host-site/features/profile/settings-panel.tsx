import { type ReactNode, useRef } from 'react'
import { refundRule } from '../../../contract/refund-rule'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import { packageWith } from '../../../contract/trusttag-packages'
import { formatDay, moneyText } from '../../lib/format'
import type { MemberCredits } from '../issue/member-credits'
import { ActionButton, ConfirmButton, useAct } from './buttons'
import type { Act, PanelProps, ProfileActions } from './profile-actions'
import { Figure } from './parts'
import type { SettingName } from './profile-view'

export function SettingsPanel({ view, actions, say, email }: PanelProps & { email: string | null }) {
  const { exportData, deleteAccount } = actions
  return (
    <div className="settings">
      <Privacy view={view} actions={actions} say={say} />
      {view.memberCredits && <Purchases memberCredits={view.memberCredits} refund={actions.refund} say={say} />}
      <section aria-labelledby="account">
        <h2 id="account">Account</h2>
        {email !== null && (
          <Setting title="Email" text="You log in with it. It is shown nowhere else on your profile.">
            <span className="email">{email}</span>
          </Setting>
        )}
        {exportData && (
          <Setting title="Your data" text="All data we keep about you, in one file.">
            <ActionButton label="Export My Data" act={exportData} say={say} />
          </Setting>
        )}
        <Setting
          title="Account deletion"
          text="You are logged out at once. After 14 days your account, TrustTags and unused credits are deleted."
        >
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
  /** ID of the title; the text has it with the suffix `-text`. */
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

const settingTexts = [
  { name: 'publicProfile', title: 'Public Profile', text: 'Anyone with its link can see your profile.' },
  {
    name: 'emailNotifications',
    title: 'Email Notifications',
    text: 'We email you when something happens to your TrustTags.',
  },
  { name: 'shareAnalytics', title: 'Share Analytics', text: 'We count how often your profile is viewed.' },
] as const satisfies readonly { name: SettingName; title: string; text: string }[]

interface SwitchProps extends Pick<PanelProps, 'say'> {
  /** IDs of the elements that name and explain it. */
  labelledBy: string
  describedBy: string
  on: boolean
  act: Act
}

function Switch({ labelledBy, describedBy, on, act, say }: SwitchProps) {
  const { busy, run } = useAct(act, say)
  const id = `${labelledBy}-state`
  return (
    <button
      type="button"
      role="switch"
      id={id}
      className="button quiet switch"
      aria-checked={on}
      aria-labelledby={`${labelledBy} ${id}`}
      aria-describedby={describedBy}
      aria-disabled={busy || undefined}
      onClick={run}
    >
      {on ? 'Enabled' : 'Disabled'}
    </button>
  )
}

/** After success the page reloads. */
function DeleteAccount({ act }: { act: Act }) {
  return (
    <ConfirmButton
      className="button danger"
      label="Delete Account"
      busyLabel="Deleting..."
      keepLabel="Keep Account"
      title="Delete your account?"
      text="You are logged out at once. Log in within 14 days to keep everything. After that your account, TrustTags, files and unused credits are deleted, and checks of your TrustTag IDs find nothing. Refund unused credits first. We email you the date."
      act={act}
    />
  )
}

interface PurchasesProps extends Pick<PanelProps, 'say'> {
  memberCredits: Pick<MemberCredits, 'purchases' | 'credits'>
  refund: ProfileActions['refund']
}

function Purchases({ memberCredits: { purchases, credits }, refund, say }: PurchasesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = purchases.filter(({ status }) => status !== 'expired')
  return (
    <section aria-labelledby="purchases">
      <h2 id="purchases" ref={heading} tabIndex={-1}>
        Credits and purchases
      </h2>
      <dl className="stats">
        <Figure name="Credits to use">{credits.available}</Figure>
        <Figure name="Used">{credits.spent}</Figure>
        <Figure name="Refunded">{credits.refunded}</Figure>
      </dl>
      {shown.length === 0 ? (
        <p className="soft">You have no purchases yet.</p>
      ) : (
        <ul className="purchases">
          {shown.map((purchase) => (
            <li key={purchase.id} className="setting">
              <PurchaseLine {...purchase} />
              {refund && purchase.refundableUntil !== null && (
                <ConfirmButton
                  className="button quiet"
                  confirmClass="button"
                  label="Refund"
                  busyLabel="Refunding..."
                  keepLabel="Keep credits"
                  title={`Refund ${purchase.unusedTags} unused ${purchase.unusedTags === 1 ? 'credit' : 'credits'}?`}
                  text={`They leave your account immediately, and the money goes back to your payment method. ${refundRule}`}
                  act={() => refund(purchase)}
                  onDone={(outcome) => {
                    // The focused button disappears: move the focus.
                    heading.current?.focus()
                    say(outcome)
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PurchaseLine(purchase: TagPurchase) {
  const { packageType, createdAt, paidAt, totalAmount, currency, refundableUntil } = purchase
  return (
    <div>
      <h3>
        {packageWith(packageType)?.name ?? packageType}, {moneyText(totalAmount, currency)}
      </h3>
      <p className="soft">
        <time dateTime={paidAt ?? createdAt}>{formatDay(paidAt ?? createdAt)}</time>. {stateText(purchase)}
        {refundableUntil !== null && ` Refundable until ${formatDay(refundableUntil)}.`}
      </p>
    </div>
  )
}

function stateText({ status, unusedTags, numberOfTags, refundedAmount, currency }: TagPurchase): string {
  if (status === 'open') return 'Not paid yet.'
  if (status === 'disputed') return 'The payment is disputed.'
  if (status === 'refunded') return 'Refunded.'
  const left = `${unusedTags} of ${numberOfTags} unused.`
  return refundedAmount > 0 ? `${left} ${moneyText(refundedAmount, currency)} refunded.` : left
}
