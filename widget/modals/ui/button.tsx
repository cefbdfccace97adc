import type { ReactNode } from 'react'
import { Spinner } from './spinner'

interface ButtonProps {
  children: ReactNode
  type?: 'submit' | 'button'
  look?: keyof typeof looks
  /** Shows that work goes on. The button keeps its focus and name; whoever handles the click ignores it. */
  busy?: boolean
  /** Said to screen readers while busy. */
  busyLabel?: string
  /** Cannot be used right now, yet keeps its focus. */
  disabled?: boolean
  /** Its name for assistive technology, where several buttons show the same text; begins with that text. */
  label?: string | undefined
  onClick?: () => void
}

const looks = {
  primary: { className: 'button', part: 'button' },
  secondary: { className: 'button secondary', part: 'secondary-button' },
  link: { className: 'link', part: 'link' },
} as const

export function Button(props: ButtonProps) {
  const {
    children,
    type = 'button',
    look = 'primary',
    busy = false,
    busyLabel,
    disabled = false,
    label,
    onClick,
  } = props
  return (
    <>
      <button
        type={type}
        {...looks[look]}
        aria-disabled={busy || disabled}
        aria-label={label}
        data-busy={busy}
        {...(onClick && { onClick: () => busy || disabled || onClick() })}
      >
        <span className="button-label">{children}</span>
        {busy && <Spinner />}
      </button>
      {busyLabel && <output className="visually-hidden">{busy && busyLabel}</output>}
    </>
  )
}
