import { useState } from 'react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Form, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { Failure } from '../lib/failure'
import { uiTexts } from '../texts/english/ui'
import { useTexts } from '../texts/texts'
import { Button } from './button'
import { TextField } from './fields'
import { Refusal } from './states'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons below, one of which closes it. Without: Close alone. */
  actions?: ReactNode
  size?: 'wide'
  /** `alertdialog` interrupts: for confirmations. */
  role?: 'alertdialog'
  /** Escape and a click outside do nothing: for text that would be lost. */
  isModal?: boolean
}

/** A dialog that is read; for one that sends something, `FormDialog`. Each has a button that closes it, for those without a keyboard. */
export function Dialog({ children, actions, ...frame }: DialogProps) {
  const t = useTexts(uiTexts)
  return (
    <Frame {...frame}>
      {children}
      <div className="dialog-actions">{actions ?? <Button onPress={frame.onClose}>{t.close}</Button>}</div>
    </Frame>
  )
}

/** Focus moves in, stays inside and returns; the page behind is inert. */
function Frame({ isOpen, onClose, title, children, size, role, isModal = false }: Omit<DialogProps, 'actions'>) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isDismissable={!isModal}
      isKeyboardDismissDisabled={isModal}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="modal" data-size={size}>
        <AriaDialog className="dialog" {...(role && { role })}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface FormDialogProps extends Omit<DialogProps, 'actions'> {
  /** Label of the button that sends. */
  action: string
  onSubmit: () => void
  isPending?: boolean
  isDanger?: boolean
  isDisabled?: boolean
  /** Why the last attempt failed: in words, or with who changed what and the request ID. */
  error?: Failure | string | null | undefined
}

/** A dialog with fields: Enter sends, Cancel closes. */
export function FormDialog({ action, onSubmit, isPending, isDanger, isDisabled, error, ...dialog }: FormDialogProps) {
  const t = useTexts(uiTexts)
  return (
    <Frame {...dialog}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) onSubmit()
        }}
      >
        {dialog.children}
        {error && <Refusal error={error} onReload={dialog.onClose} />}
        <div className="dialog-actions">
          <Button onPress={dialog.onClose}>{t.cancel}</Button>
          <Button
            type="submit"
            kind={isDanger ? 'danger' : 'primary'}
            isPending={isPending ?? false}
            isDisabled={isDisabled ?? false}
          >
            {action}
          </Button>
        </div>
      </Form>
    </Frame>
  )
}

export interface ConfirmDialogProps extends Omit<FormDialogProps, 'children' | 'role' | 'isDanger' | 'isDisabled'> {
  /** More about what happens, such as a list. */
  children?: ReactNode
  /** One sentence: what happens, to whom. */
  text: ReactNode
  /** The losses with their numbers, one line each: `1,204 members`, `37 notes`. */
  lost?: readonly string[]
  /** To be typed before the button works: the number of deleted rows, or the name of the thing. */
  word?: string
  /** False where Undo follows. */
  isFinal?: boolean
}

const NOTHING: readonly string[] = []

/** Asks before something is lost. The button names the act; Cancel has the focus's first place. */
export function ConfirmDialog({ text, lost = NOTHING, word, isFinal = true, children, ...dialog }: ConfirmDialogProps) {
  const t = useTexts(uiTexts)
  const [typed, setTyped] = useState('')
  const isTyped = word === undefined || typed.trim() === word
  return (
    <FormDialog {...dialog} role="alertdialog" isDanger isDisabled={!isTyped}>
      <p>{text}</p>
      {lost.length > 0 && (
        <div>
          <p>{t.lost}</p>
          <ul>
            {lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {children}
      {isFinal && <p className="muted">{t.notUndone}</p>}
      {word !== undefined && (
        <TextField label={t.typeToConfirm({ word })} value={typed} onChange={setTyped} autoComplete="off" />
      )}
    </FormDialog>
  )
}
