import { useState } from 'react'
import type { Failure } from '../../lib/failure'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'

interface ConfirmButtonProps {
  label: string
  /** Where the label alone does not say what it is about. */
  accessibleName?: string
  title: string
  text: string
  lost?: readonly string[]
  /** False if the member can set it up again at once, such as by logging in. */
  isFinal?: boolean
  /** The write that `onConfirm` starts. */
  write: { isPending: boolean; error: Failure | null; reset: () => void }
  onConfirm: (options: { onSuccess: () => void }) => void
}

/** A button that asks before it takes something from a member. The dialog stays open with the reason if the server refuses. */
export function ConfirmButton({ label, accessibleName, write, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    write.reset()
  }
  return (
    <>
      <Button size="small" {...(accessibleName && { 'aria-label': accessibleName })} onPress={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onClose={close}
          {...dialog}
          action={label}
          isPending={write.isPending}
          error={write.error}
          onSubmit={() => onConfirm({ onSuccess: () => setAsking(false) })}
        />
      )}
    </>
  )
}
