import { useId, useRef, useState, type ReactNode } from 'react'
import { UNEXPECTED } from '../../lib/use-submit'
import { Alert } from '../../ui/alert'
import type { Act, Outcome } from './profile-actions'

export interface ConfirmButtonProps {
  /** Of the button, and of the one that confirms. */
  label: ReactNode
  busyLabel: string
  /** Leaves everything as it is. */
  keepLabel: string
  title: string
  text: string
  className: string
  /** Of the button that confirms; the same where nothing is said. */
  confirmClass?: string
  act: Act
  /** It is done, and the dialog closed. Without it the dialog stays: the page itself goes. */
  onDone?: (outcome: Outcome) => void
}

/** Asks once more before it acts. What went wrong is said in the dialog, which stays open. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, busyLabel, keepLabel, title, text, className, confirmClass = className, act, onDone } = props
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function confirm() {
    setBusy(true)
    setError('')
    const outcome = await act().catch((): Outcome => ({ text: UNEXPECTED, failed: true }))
    setBusy(false)
    if (outcome.failed) return setError(outcome.text)
    if (!onDone) return
    dialog.current?.close()
    onDone(outcome)
  }
  const open = () => {
    setError('')
    dialog.current?.showModal()
  }
  const close = () => !busy && dialog.current?.close()

  return (
    <>
      <button type="button" className={className} onClick={open}>
        {label}
      </button>
      <dialog
        className="confirm"
        ref={dialog}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        // What has been sent cannot be taken back by closing the dialog.
        onCancel={(event) => busy && event.preventDefault()}
      >
        <h2 id={id}>{title}</h2>
        <p id={`${id}-text`}>{text}</p>
        <Alert text={error} />
        <p className="actions">
          <button type="button" className="button quiet" aria-disabled={busy || undefined} onClick={close}>
            {keepLabel}
          </button>
          <button
            type="button"
            className={confirmClass}
            aria-disabled={busy || undefined}
            onClick={() => !busy && void confirm()}
          >
            {busy ? busyLabel : label}
          </button>
        </p>
      </dialog>
    </>
  )
}
