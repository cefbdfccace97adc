import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { deepActiveElement } from '../../lib/dom'
import { type FieldErrors, Form, type FormState, useForm } from '../ui/form'
import type { PanelProps } from './panel'

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

export interface Unsaved {
  /** Goes on an element around the fields, inside the form. */
  around: { ref: RefObject<HTMLDivElement | null>; onInput: () => void }
  /** Names of the fields that hold something else than what is stored. */
  unsaved: readonly string[]
  /** From here on the fields show what is stored, which is what the server made of what was typed. */
  markSaved: () => void
}

/**
 * Compares what fields hold with what is stored. What is stored may change while they are on show, in another tab or
 * by the page's own script: a field that nobody touched follows.
 * @param stored changes whenever what is stored may have changed
 */
export function useUnsaved(names: readonly string[], stored: unknown): Unsaved {
  const ref = useRef<HTMLDivElement>(null)
  const seen = useRef(new Map<string, string>())
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const controls = (): Control[] =>
    Array.from(ref.current?.querySelectorAll<Control>('input,select,textarea') ?? []).filter(({ name }) =>
      names.includes(name),
    )
  const compare = (): void =>
    setUnsaved(
      controls()
        .filter((control) => valueIn(control) !== storedIn(control))
        .map(({ name }) => name),
    )
  const follow = (touchedToo: boolean): void => {
    for (const control of controls()) {
      if (touchedToo || valueIn(control) === seen.current.get(control.name)) takeStored(control)
      seen.current.set(control.name, storedIn(control))
    }
    compare()
  }
  const onStored = useEffectEvent((_stored: unknown) => follow(false))
  // oxlint-disable-next-line react/set-state-in-effect -- what fields hold and what is stored both stand in the DOM only
  useLayoutEffect(() => onStored(stored), [stored])
  return { around: { ref, onInput: compare }, unsaved, markSaved: () => follow(true) }
}

/**
 * A control of a form that is not controlled. React keeps what it was given as default up to date in the DOM, and that
 * is what is stored; what the person made of it is the value.
 */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What a control holds, as a text; a checkbox that is not ticked holds nothing. */
export const valueIn = (control: Control): string =>
  isCheckbox(control) ? (control.checked ? 'on' : '') : control.value

/** What it would hold had nobody touched it. */
export function storedIn(control: Control): string {
  if (isCheckbox(control)) return control.defaultChecked ? 'on' : ''
  if (!('options' in control)) return control.defaultValue
  return Array.from(control.options).find(({ defaultSelected }) => defaultSelected)?.value ?? ''
}

export function takeStored(control: Control): void {
  if (isCheckbox(control)) control.checked = control.defaultChecked
  else control.value = storedIn(control)
}

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'
