/** Announced at once by screen readers. Renders nothing without a text. */
export function Alert({ text }: { text: string }) {
  if (!text) return null
  return (
    <p className="alert" role="alert">
      {text}
    </p>
  )
}

/** A polite announcement. The element stays, so that a new text is announced. */
export function Notice({ text }: { text: string }) {
  return <output className="notice">{text}</output>
}

export function NeedsScript() {
  return (
    <noscript>
      <p className="alert">This form needs JavaScript. Please turn it on in your browser.</p>
    </noscript>
  )
}

interface SubmitButtonProps {
  label: string
  busyLabel: string
  busy: boolean
  disabled?: boolean
}

/** While busy it is only `aria-disabled`: a disabled button would lose the keyboard focus. */
export function SubmitButton({ label, busyLabel, busy, disabled = false }: SubmitButtonProps) {
  return (
    <button type="submit" className="button" disabled={disabled} aria-disabled={busy || undefined}>
      {busy ? busyLabel : label}
    </button>
  )
}
