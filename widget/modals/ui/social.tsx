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
  /** Leads to the mailed code. */
  codeLabel: string
  /** Leads back to the password. */
  passwordLabel: string
}

/** The other ways in, where the app has any: with a provider, and by a mailed code or by password. */
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

export interface SocialSectionProps {
  app: App
  texts: Texts
  /** Key of the provider whose window is open: the others wait for it. */
  waitingFor: string | null
  /** Key of the provider whose button is the one to press next. */
  marked?: string | null
  /** The form is being sent. */
  disabled: boolean
  onChoose: (provider: string) => void
}

/** A button for each provider that the app offers. */
export function SocialSection({ app, texts, waitingFor, marked, disabled, onChoose }: SocialSectionProps) {
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

/** A provider's mark; its initial where it has none, or none that the page lets in. Takes the same room either way. */
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
  authProviders.toSorted((one, other) => one.order - other.order)

/** As people know it. */
export const nameOf = ({ name, provider }: Pick<AuthProvider, 'name' | 'provider'>): string => name || provider

/** A text with its `{provider}` filled in; texts that were written for other modals put the name at their end. */
export const withProvider = (text: string, provider: string): string =>
  text.includes('{provider}') ? fillText(text, { provider }) : `${text} ${provider}`

export interface Passwordless {
  /** Whether the app lets people choose. */
  offered: boolean
  /** A mailed code takes the password's place. */
  on: boolean
  toggle: () => void
}

/**
 * @param wanted what the opener or another screen asked for; anything but a boolean leaves it to the app
 * @param notify what was said about the one way does not concern the other
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

/** What a method of the client is given for a window of this screen. */
export type ProviderCall = Required<Pick<ProviderParams, 'provider' | 'signal'>>

interface ProviderWindowOptions extends CallOptions {
  /** Told why it came to nothing, unless the person closed the window; without it that is said by its message. */
  refuse?: (reason: unknown) => void
}

export interface ProviderWindow {
  /** Key of the provider whose window is open; null while there is none. */
  waitingFor: string | null
  /**
   * Does the work, which opens the window in this very turn: browsers allow it to a click alone. The same provider once
   * more brings its window back; another one's is closed first.
   */
  open: (provider: string, work: (call: ProviderCall) => Promise<unknown>) => void
  /** Closes the window. What it has said by then still counts. */
  close: () => void
}

/** The window of a provider that a screen has opened: one at a time, and none without the screen. */
export function useProviderWindow(options: ProviderWindowOptions): ProviderWindow {
  const { texts, notify, refuse = (reason) => notify({ text: errorText(reason), isError: true }) } = options
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
  // Read when the screen goes: whatever is open then.
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
        if (!isRecord(reason) || reason['code'] !== 'popup-closed') refuse(reason)
      },
    )
  }
  return { waitingFor, open, close }
}
