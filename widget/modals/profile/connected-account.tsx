import { TEAM_REMOVE_CONFIRMATION_MS } from '../../../contract/limits'
import { fillText } from '../texts/fill-text'
import type { Texts } from '../texts/default-texts'
import { Button } from '../ui/button'
import { ProviderIcon } from '../ui/provider-icon'
import { useFlash } from '../ui/use-flash'
import { Entry } from './entry'

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

/** A provider, how it stands, and the button that changes it. To disconnect, the first click asks and a second one does it. */
export function ConnectedAccount(props: ConnectedAccountProps) {
  const { texts, name, icon, connected, busy, disabled, onConnect, onDisconnect } = props
  const { on, flash: ask } = useFlash(TEAM_REMOVE_CONFIRMATION_MS)
  const asking = on && connected
  const text = asking ? texts.are_you_sure : connected ? texts.disconnect_provider : texts.connect_with_provider
  const filled = fillText(text, { provider: name })
  return (
    <Entry
      picture={<ProviderIcon name={name} src={icon} />}
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
