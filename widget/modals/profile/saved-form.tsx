import { type ReactNode, useRef } from 'react'
import { deepActiveElement } from '../../lib/dom'
import type { FieldErrors } from '../ui/field-errors'
import { Form } from '../ui/form'
import { type FormState, useForm } from '../ui/use-form'
import type { PanelProps } from './panel'
import { useUnsaved } from './use-unsaved'

interface SavedFormProps<Input> extends Pick<
  PanelProps,
  'member' | 'texts' | 'notify' | 'action' | 'titleId' | 'focusTitle'
> {
  names: readonly string[]
  button: string
  /** @param unsaved names of the fields that differ from what is stored */
  read: (data: FormData, unsaved: readonly string[]) => { input: Input; errors: FieldErrors }
  save: (input: Input) => Promise<{ message?: string }>
  children: (field: FormState['field']) => ReactNode
  /** Stands beside the button. */
  aside?: ReactNode
}

/** Fields that show what is stored. They can be sent once one differs, by button or by Enter, and not before. */
export function SavedForm<Input>(props: SavedFormProps<Input>) {
  const { member, texts, notify, action, titleId, focusTitle, names, button, read, save, children, aside } = props
  const { around, unsaved, markSaved } = useUnsaved(names, member)
  const submit = useRef<HTMLButtonElement>(null)
  const form = useForm({
    texts,
    notify,
    read: (data) => read(data, unsaved),
    send: (input) =>
      action.run(async () => {
        const answer = await save(input)
        markSaved()
        // Disabled from now on, it cannot keep the focus.
        if (deepActiveElement(document) === submit.current) focusTitle()
        return answer
      }),
  })
  return (
    <Form form={form} titleId={titleId} focusOn={null}>
      <div className="fields" {...around}>
        {children(form.field)}
      </div>
      <div className="row">
        <button ref={submit} type="submit" className="button" part="button" disabled={unsaved.length === 0}>
          {button}
        </button>
        {aside}
      </div>
    </Form>
  )
}
