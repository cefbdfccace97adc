import { type ReactNode, useId, useRef, useState } from 'react'
import { UNEXPECTED } from '../../lib/site-results'
import { Icon, type IconName } from '../../ui/icon'
import { Alert } from '../../ui/status'
import { type Act, NOTHING_TO_SAY, type Outcome, type PanelProps } from './profile-actions'

interface ActionButtonProps extends Pick<PanelProps, 'say'> {
  label: ReactNode
  /** Label until the action has ended. */
  busyLabel?: string
  icon?: IconName
  className?: string
  act: Act
}

/** While it works it is only marked as disabled: a button that is really disabled would lose the focus. */
export function ActionButton({ label, busyLabel, icon, className = 'button quiet', act, say }: ActionButtonProps) {
  const { busy, run } = useAct(act, say)
  return (
    <button type="button" className={className} aria-disabled={busy || undefined} onClick={run}>
      {icon && <Icon name={icon} size={18} />}
      {busy && busyLabel !== undefined ? busyLabel : label}
    </button>
  )
}

interface ConfirmButtonProps {
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

/** Does something once at a time, and has said what came of it. */
export function useAct<Input extends unknown[] = []>(
  act: Act<Input>,
  say: (outcome: Outcome) => void,
): { busy: boolean; run: (...input: Input) => void } {
  const [busy, setBusy] = useState(false)
  async function work(input: Input) {
    setBusy(true)
    say(NOTHING_TO_SAY)
    try {
      say(await act(...input))
    } catch {
      say({ text: UNEXPECTED, failed: true })
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: (...input) => !busy && void work(input) }
}
