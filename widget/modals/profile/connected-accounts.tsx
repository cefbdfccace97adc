import { useId } from 'react'
import type { App, AuthProvider } from '../../../contract/entities'
import { TEAM_REMOVE_CONFIRMATION_MS } from '../../../contract/limits'
import { isRecord } from '../../lib/values'
import type { Member } from '../../public'
import type { Texts } from '../texts/english'
import { fillText } from '../../lib/texts'
import { Button } from '../ui/button'
import { nameOf, offeredProviders, ProviderIcon, useProviderWindow } from '../ui/social'
import { useFlash } from '../ui/use-copy'
import { Entry, type PanelProps } from './panel'

/** The providers of the app, and those connected before the app removed them. */
export function ConnectedAccounts({ client, app, member, texts, notify, action, show }: PanelProps) {
  const id = useId()
  const { waitingFor, open } = useProviderWindow({ texts, notify, onError: action.showError })
  const accounts = accountsOf(app, member)
  if (accounts.length === 0) return null
  const connect = (provider: string): void =>
    open(provider, async (call) => {
      const { message = texts.saved_message } = await client.connectProvider(call)
      notify({ text: message, isError: false })
    })
  const disconnect = (provider: string): void =>
    void action.run(() =>
      client.disconnectProvider({ provider }).catch((reason: unknown) => {
        // The error is then shown above the form that sets a password.
        if (isOnlyLoginMethod(reason)) show('changePassword')
        throw reason
      }),
    )
  return (
    <section className="security-part" aria-labelledby={id}>
      <h3 id={id}>{texts.connect_additional_accounts}</h3>
      <ul>
        {accounts.map((account) => {
          const { provider, icon } = account
          return (
            <ConnectedAccount
              key={provider}
              {...{ texts, icon }}
              name={nameOf(account)}
              connected={isConnected(member, provider)}
              busy={waitingFor === provider}
              disabled={action.busy || (waitingFor !== null && waitingFor !== provider)}
              onConnect={() => connect(provider)}
              onDisconnect={() => disconnect(provider)}
            />
          )
        })}
      </ul>
    </section>
  )
}

const isConnected = ({ auth }: Member, key: string): boolean => auth.providers.some(({ provider }) => provider === key)

function accountsOf(app: App, { auth }: Member): Pick<AuthProvider, 'provider' | 'name' | 'icon'>[] {
  const offered = offeredProviders(app)
  const others = auth.providers.filter((one) => !offered.some(({ provider }) => provider === one.provider))
  return [...offered, ...others.map(({ provider }) => ({ provider, name: null, icon: null }))]
}

const isOnlyLoginMethod = (reason: unknown): boolean =>
  isRecord(reason) && reason['code'] === 'account-set-password-before-disconnect'

interface ConnectedAccountProps {
  texts: Texts
  name: string
  icon: string | null
  connected: boolean
  /** Its window is open. */
  busy: boolean
  disabled: boolean
  onConnect: () => void
  onDisconnect: () => void
}

/** A provider with its state and a button. To disconnect, the first click asks and the second one disconnects. */
function ConnectedAccount(props: ConnectedAccountProps) {
  const { texts, name, icon, connected, busy, disabled, onConnect, onDisconnect } = props
  const { on, flash: ask } = useFlash(TEAM_REMOVE_CONFIRMATION_MS)
  const asking = on && connected
  const text = asking ? texts.are_you_sure : connected ? texts.disconnect_provider : texts.connect_with_provider
  const filled = fillText(text, { provider: name })
  return (
    <Entry
      image={<ProviderIcon name={name} src={icon} />}
      name={name}
      notes={[connected ? texts.provider_connected : texts.provider_not_connected]}
    >
      <div className={asking ? 'danger' : undefined}>
        <Button
          look="secondary"
          label={filled === text ? `${text} ${name}` : undefined}
          busy={busy}
          repeats
          busyLabel={texts.loading_text}
          disabled={disabled}
          onClick={asking ? onDisconnect : connected ? ask : onConnect}
        >
          {filled}
        </Button>
        <output className="visually-hidden">{asking && texts.are_you_sure}</output>
      </div>
    </Entry>
  )
}
