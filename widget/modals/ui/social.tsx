import { useContext, useEffect, useRef, useState } from 'react'
import type { App, AuthProvider } from '../../../contract/entities'
import { errorText } from '../../lib/errors'
import { isRecord } from '../../lib/values'
import { lastMethod } from '../../storage/token'
import type { ProviderParams } from '../../public'
import type { Texts } from '../texts/english'
import { fillText } from '../../lib/texts'
import { Button } from './button'
import { LeavingContext } from './leaving'
import type { CallOptions } from './use-call'

interface MethodSwitchProps {
  passwordless: Passwordless
  texts: Texts
  /** Label of the button that switches to the emailed code. */
  codeLabel: string
  /** Label of the button that switches back to the password. */
  passwordLabel: string
}

/** Switches between an emailed code and the password, if the app offers both. */
export function MethodSwitch({ passwordless, texts, codeLabel, passwordLabel }: MethodSwitchProps) {
  const { offered, on, toggle } = passwordless
  if (!offered) return null
  return (
    <Button
      look="secondary"
      badge={lastMethod(window) === (on ? 'password' : 'code') && texts.last_used}
      onClick={toggle}
    >
      {on ? passwordLabel : codeLabel}
    </Button>
  )
}

interface SocialSectionProps {
  app: App
  texts: Texts
  /** Key of the provider whose window is open. The others wait for it. */
  waitingFor: string | null
  /** Key of the provider whose button is highlighted. */
  marked?: string | null
  /** The form is being sent. */
  disabled: boolean
  /** No form follows. */
  isAlone: boolean
  onChoose: (provider: string) => void
}

/** From so many providers on, their buttons are small: an icon with the name below it. */
const SMALL_FROM = 3
const SMALL_PER_ROW = 4

/** A button for each provider that the app offers. It stands above the form: most people who can log in this way do. */
export function SocialSection(props: SocialSectionProps) {
  const { app, texts, isAlone } = props
  if (app.authProviders.length === 0) return null
  return (
    <>
      <ProviderButtons {...props} />
      {!isAlone && (
        <p className="or">
          <span>{texts.or}</span>
        </p>
      )}
    </>
  )
}

function ProviderButtons({ app, texts, waitingFor, marked, disabled, onChoose }: SocialSectionProps) {
  const providers = offeredProviders(app)
  const { length } = providers
  const small = length >= SMALL_FROM
  const last = lastMethod(window)
  const columns = Math.ceil(length / Math.ceil(length / SMALL_PER_ROW))
  return (
    <div
      className={small ? 'social small' : 'social'}
      part="social"
      style={small ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined}
    >
      {providers.map((one) => {
        const { provider } = one
        return (
          <ProviderButton
            key={provider}
            {...{ texts, waitingFor, disabled, small }}
            provider={one}
            badge={last === provider && texts.last_used}
            marked={marked === provider}
            onClick={() => onChoose(provider)}
          />
        )
      })}
    </div>
  )
}

interface ProviderButtonProps extends Pick<SocialSectionProps, 'texts' | 'waitingFor'> {
  provider: AuthProvider
  disabled?: boolean
  /** Shows only the name. */
  small?: boolean
  badge?: string | false
  marked?: boolean
  onClick: () => void
}

/** “Continue with …” */
export function ProviderButton(props: ProviderButtonProps) {
  const { texts, waitingFor, provider: one, disabled = false, small = false, ...rest } = props
  const { provider, icon } = one
  const name = nameOf(one)
  const label = withProvider(texts.continue_with, name)
  return (
    <Button
      {...rest}
      look="provider"
      icon={<ProviderIcon name={name} src={icon} />}
      label={small ? label : undefined}
      busy={waitingFor === provider}
      repeats
      busyLabel={texts.loading_text}
      disabled={disabled || (waitingFor !== null && waitingFor !== provider)}
    >
      {small ? name : label}
    </Button>
  )
}

interface ProviderIconProps {
  name: string
  src: string | null
}

/** A provider's icon, or its initial in the same size without one or if the page blocks it. */
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

/** Display name of a provider. */
export const nameOf = ({ name, provider }: Pick<AuthProvider, 'name' | 'provider'>): string => name || provider

/** A text with its `{provider}` filled in. Texts written for other modals expect the name at the end. */
const withProvider = (text: string, provider: string): string =>
  text.includes('{provider}') ? fillText(text, { provider }) : `${text} ${provider}`

export interface Passwordless {
  /** Whether the app offers both. */
  offered: boolean
  /** An emailed code replaces the password. */
  on: boolean
  /** The app has neither. */
  none: boolean
  toggle: () => void
}

/**
 * @param wanted from the opener or another screen; if it is not a boolean, the app decides
 * @param notify clears the message about the other method
 */
export function usePasswordless(
  { additionalAuthMethods }: App,
  wanted: unknown,
  notify: (notice: null) => void,
): Passwordless {
  const { enabled, isDefault } = additionalAuthMethods.passwordless
  const hasPassword = !additionalAuthMethods.password
  const [on, setOn] = useState(typeof wanted === 'boolean' ? wanted : isDefault)
  const toggle = (): void => {
    notify(null)
    setOn(!on)
  }
  return {
    offered: enabled && hasPassword,
    on: enabled && (on || !hasPassword),
    none: !enabled && !hasPassword,
    toggle,
  }
}

/** The parameters of a client method that opens a provider window. */
export type ProviderCall = Required<Pick<ProviderParams, 'provider' | 'signal'>>

interface ProviderWindowOptions extends CallOptions {
  /** Called with the error, unless the person closed the window. Default: shows its message. */
  onError?: (reason: unknown) => void
}

export interface ProviderWindow {
  /** Key of the provider whose window is open; null without one. */
  waitingFor: string | null
  /**
   * Calls a client method within this task: browsers let only a click open a window. The same provider again focuses
   * its window; another provider's is closed first.
   */
  open: (provider: string, work: (call: ProviderCall) => Promise<unknown>) => void
  /** Closes the window. A result that was already posted is kept. */
  close: () => void
}

/** A screen's provider window: one at a time, closed with the screen. */
export function useProviderWindow(options: ProviderWindowOptions): ProviderWindow {
  const { texts, notify, onError = (reason) => notify({ text: errorText(reason), isError: true }) } = options
  const [waitingFor, setWaitingFor] = useState<string | null>(null)
  const current = useRef<{ provider: string; abort: AbortController } | null>(null)
  const { cancelOnEscape } = useContext(LeavingContext)
  const release = useRef(() => {})
  const end = (): void => {
    release.current()
    current.current = null
    setWaitingFor(null)
  }
  const close = (): void => {
    current.current?.abort.abort()
    end()
  }
  // Close an open window when the screen unmounts.
  useEffect(() => () => current.current?.abort.abort(), [])
  const open: ProviderWindow['open'] = (provider, work) => {
    notify(null)
    if (!navigator.onLine) return notify({ text: texts.offline_message, isError: true })
    const isAgain = current.current?.provider === provider
    if (!isAgain) close()
    const mine = { provider, abort: (isAgain && current.current?.abort) || new AbortController() }
    current.current = mine
    release.current()
    release.current = cancelOnEscape(close)
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
