import type { ReactNode } from 'react'
import { Spinner } from './spinner'

interface ButtonProps {
  children: ReactNode
  type?: 'submit' | 'button'
  /** Shows that work goes on. The button keeps its focus and name; whoever handles the click ignores it. */
  busy?: boolean
  /** Said to screen readers while busy. */
  busyLabel?: string
  onClick?: () => void
}

export function Button({ children, type = 'button', busy = false, busyLabel, onClick }: ButtonProps) {
  return (
    <>
      <button
        type={type}
        className="button"
        part="button"
        aria-disabled={busy}
        data-busy={busy}
        {...(onClick && { onClick })}
      >
        <span className="button-label">{children}</span>
        {busy && <Spinner />}
      </button>
      {busyLabel && <output className="visually-hidden">{busy && busyLabel}</output>}
    </>
  )
}
