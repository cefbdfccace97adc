import { type ReactNode, useId, useRef, useState } from 'react'
import { UNEXPECTED } from '../../lib/site-results'
import { Icon, type IconName } from '../../ui/icon'
import { Alert } from '../../ui/status'
import { type Act, NOTHING_TO_SAY, type Outcome, type PanelProps } from './profile-actions'

interface ActionButtonProps extends Pick<PanelProps, 'say'> {
  label: ReactNode
  /** Shown while the action runs. */
  busyLabel?: string
  icon?: IconName
  className?: string
  act: Act
}

/** While busy it is only `aria-disabled`: a disabled button would lose the focus. */
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
  /** Label of the button and of the confirming one. */
  label: ReactNode
  busyLabel: string
  /** Label of the cancel button. */
  keepLabel: string
  title: string
  text: string
  className: string
  /** Class of the confirming button; `className` by default. */
  confirmClass?: string
  act: Act
  /** Called after success, once the dialog is closed. Without it the dialog stays open until the page reloads. */
  onDone?: (outcome: Outcome) => void
}

/** Asks for confirmation. An error shows in the dialog, which stays open. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, busyLabel, keepLabel, title, text, className, confirmClass = className } = props
  const id = useId()
  const { dialog, busy, error, open, close, confirm } = useConfirmation(props)
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
        // A request that was sent cannot be canceled by closing the dialog.
        onCancel={(event) => busy && event.preventDefault()}
      >
        <h2 id={id}>{title}</h2>
        <p id={`${id}-text`}>{text}</p>
        <Alert text={error} />
        <p className="actions">
          <button type="button" className="button quiet" aria-disabled={busy || undefined} onClick={close}>
            {keepLabel}
          </button>
          <button type="button" className={confirmClass} aria-disabled={busy || undefined} onClick={confirm}>
            {busy ? busyLabel : label}
          </button>
        </p>
      </dialog>
    </>
  )
}

/** The dialog of a `ConfirmButton`. While the action runs, it can be neither closed nor confirmed again. */
function useConfirmation({ act, onDone }: Pick<ConfirmButtonProps, 'act' | 'onDone'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function work() {
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
  const confirm = () => !busy && void work()
  return { dialog, busy, error, open, close, confirm }
}

/** Runs an action once at a time and reports its outcome. */
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
