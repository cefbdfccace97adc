export interface SubmitButtonProps {
  label: string
  /** Label while the answer is awaited. */
  busyLabel: string
  busy: boolean
  disabled?: boolean
}

/** While busy it is only marked as disabled: a button that is really disabled would lose the keyboard focus. */
export function SubmitButton({ label, busyLabel, busy, disabled = false }: SubmitButtonProps) {
  return (
    <button type="submit" className="button" disabled={disabled} aria-disabled={busy || undefined}>
      {busy ? busyLabel : label}
    </button>
  )
}
