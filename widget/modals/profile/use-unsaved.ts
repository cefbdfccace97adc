import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { storedIn, takeStored, valueIn, type Control } from './stored-value'

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
