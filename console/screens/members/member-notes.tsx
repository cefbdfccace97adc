import { useState } from 'react'
import { Form } from 'react-aria-components'
import type { MemberDetail } from '../../../contract/admin/schemas/members'
import { MEMBER_NOTE_MAX_CHARS } from '../../../contract/limits'
import type { CallInput } from '../../data/client'
import { useMayDo, usePerson } from '../../data/console'
import { useWrite } from '../../data/queries'
import { useUndo } from '../../features/undo'
import { memberTexts } from '../../texts/english/member'
import { useTexts } from '../../texts/texts'
import { Button, IconButton } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { TextField } from '../../ui/fields'
import { Card } from '../../ui/page'
import { ErrorLine } from '../../ui/states'
import { Time } from '../../ui/values'
import { memberReads } from './definition'

type Note = MemberDetail['notes'][number]

interface NotesProps {
  /** As in the read of the screen. */
  id: string
  notes: readonly Note[]
}

/** Notes of the team. */
export function Notes({ id, notes }: NotesProps) {
  const t = useTexts(memberTexts)
  const mayWrite = useMayDo('members.write')
  const [removing, setRemoving] = useState<Note | null>(null)
  return (
    <Card title={t.notes} summary={t.notesText}>
      {mayWrite && <NoteForm id={id} />}
      {notes.length > 0 && <List notes={notes} mayWrite={mayWrite} onRemove={setRemoving} />}
      {removing && <RemoveDialog id={id} note={removing} onClose={() => setRemoving(null)} />}
    </Card>
  )
}

/** A new note shows at once; if it fails, its text returns to the box. */
function NoteForm({ id }: Pick<NotesProps, 'id'>) {
  const t = useTexts(memberTexts)
  const { name: author } = usePerson()
  const [text, setText] = useState('')
  const add = useWrite('addMemberNote', {
    changes: memberReads,
    expects: {
      of: 'retrieveMemberDetail',
      input: { member: id },
      apply: (detail: MemberDetail, { text: typed }: CallInput<'addMemberNote'>) => {
        const note = { id: 'new', text: typed.trim(), author, createdAt: new Date().toISOString() }
        return { ...detail, notes: [note, ...detail.notes] }
      },
    },
  })
  const send = () => {
    if (text.trim() === '' || add.isPending) return
    setText('')
    add.mutate({ member: id, text }, { onError: () => setText(text) })
  }
  return (
    <Form
      className="stack-s"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextField label={t.note} rows={2} maxLength={MEMBER_NOTE_MAX_CHARS} value={text} onChange={setText} />
      {add.error && <ErrorLine text={add.error.message} />}
      <div className="row">
        <Button type="submit" size="small" isDisabled={text.trim() === ''}>
          {t.addNote}
        </Button>
      </div>
    </Form>
  )
}

interface ListProps {
  notes: readonly Note[]
  mayWrite: boolean
  onRemove: (note: Note) => void
}

function List({ notes, mayWrite, onRemove }: ListProps) {
  const t = useTexts(memberTexts)
  return (
    <ul className="member-rows">
      {notes.map((note) => (
        <li key={note.id} className="member-note">
          <p className="member-note-text">{note.text}</p>
          <p className="muted">
            {note.author} · <Time value={note.createdAt} />
          </p>
          {mayWrite && note.id !== 'new' && (
            <IconButton
              icon="close"
              size="small"
              label={t.removeNote({ name: note.author })}
              onPress={() => onRemove(note)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function RemoveDialog({ id, note, onClose }: { id: string; note: Note; onClose: () => void }) {
  const t = useTexts(memberTexts)
  const offerUndo = useUndo('undoNoteRemoval', { changes: memberReads, done: t.noteKept })
  const remove = useWrite('removeMemberNote', {
    changes: memberReads,
    onDone: () => {
      onClose()
      offerUndo(t.noteRemoved, { member: id, noteId: note.id })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.removeNoteTitle}
      text={t.removeNoteText}
      lost={[note.text.slice(0, 120)]}
      action={t.remove}
      isFinal={false}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ member: id, noteId: note.id })}
    />
  )
}
