import { useRef, useState } from 'react'
import { UNEXPECTED } from '../../lib/use-submit'
import { Alert } from '../../ui/alert'
import type { Act } from './profile-actions'

/** Asks once more before it deletes. What went wrong is said in the dialog, which stays open. */
export function DeleteAccount({ act }: { act: Act }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  async function remove() {
    setBusy(true)
    setError('')
    try {
      setError((await act()).text)
    } catch {
      setError(UNEXPECTED)
    } finally {
      setBusy(false)
    }
  }
  const open = () => {
    setError('')
    dialog.current?.showModal()
  }
  const close = () => !busy && dialog.current?.close()

  return (
    <>
      <button type="button" className="button danger" onClick={open}>
        Delete Account
      </button>
      <dialog
        className="confirm"
        ref={dialog}
        aria-labelledby="confirm-delete"
        aria-describedby="confirm-delete-text"
        // What has been sent cannot be taken back by closing the dialog.
        onCancel={(event) => busy && event.preventDefault()}
      >
        <h2 id="confirm-delete">Delete your account?</h2>
        <p id="confirm-delete-text">Your account and what it holds are deleted at once. Nobody can bring them back.</p>
        <Alert text={error} />
        <p className="actions">
          <button type="button" className="button quiet" aria-disabled={busy || undefined} onClick={close}>
            Keep Account
          </button>
          <button
            type="button"
            className="button danger"
            aria-disabled={busy || undefined}
            onClick={() => !busy && void remove()}
          >
            {busy ? 'Deleting...' : 'Delete Account'}
          </button>
        </p>
      </dialog>
    </>
  )
}
