import { useEffect, useRef, useState } from 'react'
import type { App, AuthProvider } from '../../../contract/entities'
import { errorText } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import type { ProviderParams } from '../../public'
import type { Texts } from '../texts/english'
import { fillText } from '../texts/texts'
import { Button } from './button'
import type { CallOptions } from './use-call'

interface AlternativesProps extends SocialSectionProps {
  passwordless: Passwordless
  /** Of the button that switches to the mailed code. */
  codeLabel: string
  /** Of the button that switches back to the password. */
  passwordLabel: string
}

/** The app's other login methods: providers, and a mailed code or the password. */
export function Alternatives({ passwordless, codeLabel, passwordLabel, ...social }: AlternativesProps) {
  const { offered, on, toggle } = passwordless
  const hasProviders = social.app.authProviders.length > 0
  if (!offered && !hasProviders) return null
  return (
    <>
      <p className="or">
        <span>{social.texts.or}</span>
      </p>
      {hasProviders && <SocialSection {...social} />}
      {offered && (
        <Button look="secondary" onClick={toggle}>
          {on ? passwordLabel : codeLabel}
        </Button>
      )}
    </>
  )
}

interface SocialSectionProps {
  app: App
  texts: Texts
  /** Key of the provider whose window is open: the others wait for it. */
  waitingFor: string | null
  /** Key of the provider whose button the person should press. */
  marked?: string | null
  /** The form is being sent. */
  disabled: boolean
  onChoose: (provider: string) => void
}

/** A button for each provider that the app offers. */
function SocialSection({ app, texts, waitingFor, marked, disabled, onChoose }: SocialSectionProps) {
  return (
    <div className="social" part="social">
      {offeredProviders(app).map((one) => {
        const { provider, icon } = one
        const name = nameOf(one)
        return (
          <Button
            key={provider}
            look="provider"
            icon={<ProviderIcon name={name} src={icon} />}
            busy={waitingFor === provider}
            repeats
            busyLabel={texts.loading_text}
            disabled={disabled || (waitingFor !== null && waitingFor !== provider)}
            marked={marked === provider}
            onClick={() => onChoose(provider)}
          >
            {withProvider(texts.continue_with, name)}
          </Button>
        )
      })}
    </div>
  )
}

interface ProviderIconProps {
  name: string
  src: string | null
}

/** A provider's icon; its initial, of the same size, if there is none or the page blocks it. */
export function ProviderIcon({ name, src }: ProviderIconProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = src !== broken && src
  const [initial] = name
  return (
    <span className="provider-icon" part="provider-icon" aria-hidden="true" data-initial={shown ? '' : initial}>
      {shown && <img src={shown} alt="" onError={() => setBroken(src)} />}
    </span>
  )
}

/** The providers that the app offers, in its order. */
export const offeredProviders = ({ authProviders }: App): AuthProvider[] =>
  // oxlint-disable-next-line unicorn/no-array-sort -- a copy; Firefox 114 has no toSorted
  [...authProviders].sort((one, other) => one.order - other.order)

/** The provider's name for people. */
export const nameOf = ({ name, provider }: Pick<AuthProvider, 'name' | 'provider'>): string => name || provider

/** A text with its `{provider}` filled in; texts written for other modals expect the name at their end. */
const withProvider = (text: string, provider: string): string =>
  text.includes('{provider}') ? fillText(text, { provider }) : `${text} ${provider}`

export interface Passwordless {
  /** Whether the app lets people choose. */
  offered: boolean
  /** A mailed code replaces the password. */
  on: boolean
  toggle: () => void
}

/**
 * @param wanted of the opener or another screen; if it is not a boolean, the app decides
 * @param notify removes the message about the other method
 */
export function usePasswordless(
  { additionalAuthMethods }: App,
  wanted: unknown,
  notify: (notice: null) => void,
): Passwordless {
  const { enabled, isDefault } = additionalAuthMethods.passwordless
  const [on, setOn] = useState(typeof wanted === 'boolean' ? wanted : isDefault)
  const toggle = (): void => {
    notify(null)
    setOn(!on)
  }
  return { offered: enabled, on: enabled && on, toggle }
}

/** The parameters of a client method that opens a provider's window. */
export type ProviderCall = Required<Pick<ProviderParams, 'provider' | 'signal'>>

interface ProviderWindowOptions extends CallOptions {
  /** Called with the error, unless the person closed the window; by default its message is shown. */
  onError?: (reason: unknown) => void
}

export interface ProviderWindow {
  /** Key of the provider whose window is open; null while there is none. */
  waitingFor: string | null
  /**
   * Calls a client method within this task: browsers let only a click open a window. The same provider again focuses its
   * window; another one's is closed first.
   */
  open: (provider: string, work: (call: ProviderCall) => Promise<unknown>) => void
  /** Closes the window. A result that it has posted already is kept. */
  close: () => void
}

/** A screen's provider window: one at a time, closed with the screen. */
export function useProviderWindow(options: ProviderWindowOptions): ProviderWindow {
  const { texts, notify, onError = (reason) => notify({ text: errorText(reason), isError: true }) } = options
  const [waitingFor, setWaitingFor] = useState<string | null>(null)
  const current = useRef<{ provider: string; abort: AbortController } | null>(null)
  const end = (): void => {
    current.current = null
    setWaitingFor(null)
  }
  const close = (): void => {
    current.current?.abort.abort()
    end()
  }
  // Closes whichever window is open when the screen unmounts.
  useEffect(() => () => current.current?.abort.abort(), [])
  const open: ProviderWindow['open'] = (provider, work) => {
    notify(null)
    if (!navigator.onLine) return notify({ text: texts.offline_message, isError: true })
    const isAgain = current.current?.provider === provider
    if (!isAgain) close()
    const mine = { provider, abort: (isAgain && current.current?.abort) || new AbortController() }
    current.current = mine
    setWaitingFor(provider)
    const isLast = (): boolean => current.current === mine
    work({ provider, signal: mine.abort.signal }).then(
      () => isLast() && end(),
      (reason: unknown) => {
        if (!isLast()) return
        end()
        if (!isRecord(reason) || reason['code'] !== 'popup-closed') onError(reason)
      },
    )
  }
  return { waitingFor, open, close }
}
