import { useId } from 'react'
import type { App, AuthProvider } from '../../../contract/entities'
import { isRecord } from '../../lib/values'
import type { Member } from '../../public'
import { nameOf, offeredProviders } from '../ui/offered-providers'
import { useProviderWindow } from '../ui/use-provider-window'
import { ConnectedAccount } from './connected-account'
import type { PanelProps } from './panel'

/** The providers that the member can log in with, or could: those of the app, and what was connected before it changed. */
export function ConnectedAccounts({ client, app, member, texts, notify, action, show }: PanelProps) {
  const id = useId()
  const { waitingFor, open } = useProviderWindow({ texts, notify, refuse: action.refuse })
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
        // The reason is then read above the form that it asks for.
        if (isLastWayIn(reason)) show('changePassword')
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

const isLastWayIn = (reason: unknown): boolean =>
  isRecord(reason) && reason['code'] === 'account-set-password-before-disconnect'
