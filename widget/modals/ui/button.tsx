import { type ReactNode, useEffect, useRef } from 'react'
import { Spinner } from './spinner'

interface ButtonProps {
  children: ReactNode
  type?: 'submit' | 'button'
  look?: keyof typeof looks
  /** Stands before the text. */
  icon?: ReactNode
  /** Shows that work goes on. The button keeps its focus and name; whoever handles the click ignores it. */
  busy?: boolean
  /** A press while it is busy counts too: it brings back what went out of sight. */
  repeats?: boolean
  /** Said to screen readers while busy. */
  busyLabel?: string
  /** Cannot be used right now, yet keeps its focus. */
  disabled?: boolean
  /** The one to press next: it stands out, and takes the focus. */
  marked?: boolean
  /** Its name for assistive technology, where several buttons show the same text; begins with that text. */
  label?: string | undefined
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
        data-busy={busy}
        data-marked={marked}
        {...(onClick && { onClick: () => idle || onClick() })}
      >
        {icon}
        <span className="button-label">{children}</span>
        {busy && <Spinner />}
      </button>
      {busyLabel && <output className="visually-hidden">{busy && busyLabel}</output>}
    </>
  )
}
