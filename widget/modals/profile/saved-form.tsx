import {
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { deepActiveElement } from '../../lib/dom'
import { initialOf, isCheckbox, valueOf } from '../ui/drafts'
import { type FieldErrors, Form, type FormState, useForm } from '../ui/form'
import { LeavingContext } from '../ui/leaving'
import type { PanelProps } from './panel'

interface SavedFormProps<Input> extends Pick<
  PanelProps,
  'member' | 'texts' | 'notify' | 'action' | 'titleId' | 'focusTitle'
> {
  names: readonly string[]
  button: string
  /** @param unsaved names of the fields that differ from the stored values */
  read: (data: FormData, unsaved: readonly string[]) => { input: Input; errors: FieldErrors }
  save: (input: Input, options: { signal: AbortSignal }) => Promise<{ message?: string }>
  children: (field: FormState['field']) => ReactNode
  /** Next to the button. */
  aside?: ReactNode
}

/** Fields with stored values. The form can be submitted once a value differs. */
export function SavedForm<Input>(props: SavedFormProps<Input>) {
  const { member, texts, notify, action, titleId, focusTitle, names, button, read, save, children, aside } = props
  const { around, unsaved, markSaved } = useUnsaved(names, member)
  const submit = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const { holdUnsaved } = useContext(LeavingContext)
  const hasUnsaved = unsaved.length > 0
  useEffect(() => (hasUnsaved ? holdUnsaved() : undefined), [hasUnsaved, holdUnsaved])
  const form = useForm({
    texts,
    notify,
    read: (data) => read(data, unsaved),
    send: (input) =>
      action.run(async (signal) => {
        const answer = await save(input, { signal })
        markSaved()
        // The button is now disabled and would lose the focus.
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
        <button
          ref={submit}
          type="submit"
          className="button"
          part="button"
          disabled={!hasUnsaved}
          aria-describedby={hasUnsaved ? undefined : hintId}
        >
          {button}
        </button>
        {!hasUnsaved && (
          <p id={hintId} className="muted hint" part="hint">
            {texts.no_changes_hint}
          </p>
        )}
        {aside}
      </div>
    </Form>
  )
}

interface Unsaved {
  /** Props for an element around the fields, inside the form. */
  around: { ref: RefObject<HTMLDivElement | null>; onInput: () => void }
  /** Names of the fields that differ from the stored values. */
  unsaved: readonly string[]
  /** Makes the fields show the stored values, which the server may have normalized. */
  markSaved: () => void
}

/**
 * Compares fields with their stored values. If these change in another tab or by a script of the page, unchanged fields
 * follow.
 * @param stored changes whenever stored values may have changed
 */
function useUnsaved(names: readonly string[], stored: unknown): Unsaved {
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
        .filter((control) => valueOf(control) !== initialOf(control))
        .map(({ name }) => name),
    )
  const follow = (touchedToo: boolean): void => {
    for (const control of controls()) {
      if (touchedToo || valueOf(control) === seen.current.get(control.name)) resetToStored(control)
      seen.current.set(control.name, initialOf(control))
    }
    compare()
  }
  const onStored = useEffectEvent((_stored: unknown) => follow(false))
  // oxlint-disable-next-line react/set-state-in-effect -- current and stored values are both in the DOM only
  useLayoutEffect(() => onStored(stored), [stored])
  return { around: { ref, onInput: compare }, unsaved, markSaved: () => follow(true) }
}

/** An uncontrolled input. Its stored value is its initial value. */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function resetToStored(control: Control): void {
  if (isCheckbox(control)) control.checked = control.defaultChecked
  else control.value = initialOf(control)
}
