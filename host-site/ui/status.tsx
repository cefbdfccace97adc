/** Says at once, also to a screen reader, what went wrong. Renders nothing without a text. */
export function Alert({ text }: { text: string }) {
  if (!text) return null
  return (
    <p className="alert" role="alert">
      {text}
    </p>
  )
}

/** Says, when a screen reader has a moment, what has happened. The element stays, so that a new text is announced. */
export function Notice({ text }: { text: string }) {
  return <output className="notice">{text}</output>
}

/** Tells readers without scripts why a form stays still. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="alert">This form needs JavaScript. Please turn it on in your browser.</p>
    </noscript>
  )
}

interface SubmitButtonProps {
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
