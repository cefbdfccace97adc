import { ConfirmButton } from './confirm-button'
import type { Act } from './profile-actions'

/** Asks once more before it deletes. Afterwards the page is loaded anew. */
export function DeleteAccount({ act }: { act: Act }) {
  return (
    <ConfirmButton
      className="button danger"
      label="Delete Account"
      busyLabel="Deleting..."
      keepLabel="Keep Account"
      title="Delete your account?"
      text="Your account and what it holds are deleted at once. Nobody can bring them back."
      act={act}
    />
  )
}
