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
      text="Your account, TrustTags, files and unused credits are deleted at once. Whoever checks your TrustTags then is told that there are none. Nobody can bring them back."
      act={act}
    />
  )
}
