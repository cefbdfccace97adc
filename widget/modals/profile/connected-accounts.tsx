import type { App, AuthProvider } from '../../../contract/entities'
import { isRecord } from '../../lib/values'
import type { Member } from '../../public'
import type { Texts } from '../texts/english'
import { fillText } from '../../lib/texts'
import { Button } from '../ui/button'
import { nameOf, offeredProviders, type ProviderCall, ProviderIcon, useProviderWindow } from '../ui/social'
import { AskingButton, Entry, type PanelProps } from './panel'

/** The connected providers, also those that the app removed since, and the others folded below them. */
export function ConnectedAccounts(props: PanelProps) {
  const { app, member, texts, notify, action } = props
  const { waitingFor, open } = useProviderWindow({ texts, notify, onError: action.showError })
  const accounts = accountsOf(app, member)
  if (accounts.length === 0) return null
  const row = (account: Account) => {
    const { provider, icon } = account
    return (
      <ConnectedAccount
        key={provider}
        {...{ texts, icon }}
        name={nameOf(account)}
        connected={isConnected(member, provider)}
        busy={waitingFor === provider}
        disabled={action.busy || (waitingFor !== null && waitingFor !== provider)}
        onConnect={() => open(provider, (call) => connect(props, call))}
        onDisconnect={() => void action.run(() => disconnect(props, provider))}
      />
    )
  }
  const connected = accounts.filter(({ provider }) => isConnected(member, provider))
  const others = accounts.filter((account) => !connected.includes(account))
  return (
    <Entry name={texts.connect_additional_accounts}>
      {connected.length > 0 && <ul>{connected.map(row)}</ul>}
      {others.length > 0 && (
        <details className="optional" part="other-accounts">
          <summary>{texts.connect_another}</summary>
          <ul>{others.map(row)}</ul>
        </details>
      )}
    </Entry>
  )
}

async function connect({ client, texts, notify, focusTitle }: PanelProps, call: ProviderCall): Promise<void> {
  const { message = texts.saved_message } = await client.connectProvider(call)
  // The pressed button moves to the list of connected ones.
  focusTitle()
  notify({ text: message, isError: false })
}

async function disconnect({ client, show, focusTitle }: PanelProps, provider: string): Promise<{ message?: string }> {
  const answer = await client.disconnectProvider({ provider }).catch((reason: unknown) => {
    // The error is then shown with the form that sets a password.
    if (isOnlyLoginMethod(reason)) show('changePassword')
    throw reason
  })
  focusTitle()
  return answer
}

type Account = Pick<AuthProvider, 'provider' | 'name' | 'icon'>

const isConnected = ({ auth }: Member, key: string): boolean => auth.providers.some(({ provider }) => provider === key)

function accountsOf(app: App, { auth }: Member): Account[] {
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

/** A provider with its state and a button. */
function ConnectedAccount(props: ConnectedAccountProps) {
  const { texts, name, icon, connected, busy, disabled, onConnect, onDisconnect } = props
  const text = connected ? texts.disconnect_provider : texts.connect_with_provider
  const filled = fillText(text, { provider: name })
  const about = filled === text ? name : undefined
  return (
    <Entry
      image={<ProviderIcon name={name} src={icon} />}
      name={name}
      notes={[connected ? texts.provider_connected : texts.provider_not_connected]}
    >
      {connected ? (
        <AskingButton {...{ texts, about }} onSure={onDisconnect}>
          {filled}
        </AskingButton>
      ) : (
        <Button
          look="secondary"
          label={about && `${filled} ${about}`}
          busy={busy}
          repeats
          busyLabel={texts.loading_text}
          disabled={disabled}
          onClick={onConnect}
        >
          {filled}
        </Button>
      )}
    </Entry>
  )
}
