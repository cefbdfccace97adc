import { type ReactNode, useEffect, useRef } from 'react'
import type { Texts } from '../texts/english'
import { FormNotice } from './notice'

interface ButtonProps {
  children: ReactNode
  type?: 'submit' | 'button'
  look?: keyof typeof looks
  /** Before the text. */
  icon?: ReactNode
  /** Shows a spinner and ignores clicks. The button keeps its focus and name. */
  busy?: boolean
  /** Also handles clicks while busy, for example to focus the open window. */
  repeats?: boolean
  /** For screen readers while busy. */
  busyLabel?: string
  /** Ignores clicks but keeps its focus. */
  disabled?: boolean
  /** Highlighted and focused: the button to press next. */
  marked?: boolean
  /** Accessible name, if several buttons show the same text. It starts with that text. */
  label?: string | undefined
  /** Shown while the mouse is over it: the name of an icon, or what it belongs to. */
  tip?: string | undefined
  /** A mark on the corner, such as “Last used”. Screen readers get it as a description. */
  badge?: string | false
  onClick?: () => void
}

const looks = {
  primary: { className: 'button', part: 'button' },
  secondary: { className: 'button secondary', part: 'secondary-button' },
  provider: { className: 'button secondary provider', part: 'secondary-button provider-button' },
  link: { className: 'link', part: 'link' },
} as const

export function Button(props: ButtonProps) {
  const { children, type = 'button', look = 'primary', icon, busy = false, busyLabel, marked = false, label } = props
  const { onClick } = props
  const idle = props.disabled || (busy && !props.repeats)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (marked) button.current?.focus()
  }, [marked])
  return (
    <>
      <button
        ref={button}
        type={type}
        {...looks[look]}
        aria-disabled={idle ?? false}
        aria-label={label}
        title={[props.tip, props.badge].filter(Boolean).join(', ') || undefined}
        data-busy={busy}
        data-marked={marked}
        {...(onClick && { onClick: () => idle || onClick() })}
      >
        {icon}
        <span className="button-label">{children}</span>
        {busy && <Spinner />}
        {props.badge && (
          <span className="badge" aria-hidden="true">
            {props.badge}
          </span>
        )}
      </button>
      {busyLabel && <output className="visually-hidden">{busy && busyLabel}</output>}
    </>
  )
}

/** Sends its form. A refusal of the whole form is shown before it. */
export function SubmitButton({ texts, busy, children }: { texts: Texts; busy: boolean; children: string }) {
  return (
    <>
      <FormNotice />
      <Button type="submit" busy={busy} busyLabel={texts.loading_text}>
        {children}
      </Button>
    </>
  )
}

interface PassingButtonProps {
  children: string
  /** A temporary text, also for screen readers; false for none. */
  now: string | false
  /** The name of its object, if several buttons show the same text. */
  about?: string | undefined
  onClick: () => void
}

/** A button whose text changes temporarily: `copy` to `copied`, `Remove` to `Are you sure?`. */
export function PassingButton({ children, now, about, onClick }: PassingButtonProps) {
  const text = now || children
  return (
    <>
      <Button look="secondary" label={about && `${text} ${about}`} onClick={onClick}>
        {text}
      </Button>
      <output className="visually-hidden">{now}</output>
    </>
  )
}

/** Without an accessible name: the text next to it says what is loading. */
export function Spinner() {
  return (
    <svg className="spinner" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <path d="M18 10a8 8 0 0 0-8-8" />
    </svg>
  )
}
