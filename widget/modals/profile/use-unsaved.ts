import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { textOf } from '../ui/text-of'

export interface Unsaved {
  /** Goes on an element around the fields, inside the form. */
  around: { ref: RefObject<HTMLDivElement | null>; onInput: () => void }
  /** Names of the fields that no longer hold what they held. */
  unsaved: readonly string[]
  /** What the fields hold now is what counts from here on. */
  markSaved: () => void
}

/** Compares what fields hold with what they held when they appeared, which is what is stored. */
export function useUnsaved(names: readonly string[]): Unsaved {
  const ref = useRef<HTMLDivElement>(null)
  const saved = useRef<readonly string[]>([])
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const read = (): string[] => {
    const data = new FormData(ref.current?.closest('form') ?? undefined)
    return names.map((name) => textOf(data, name))
  }
  const markSaved = (): void => {
    saved.current = read()
    setUnsaved([])
  }
  const compare = (): void => {
    const now = read()
    setUnsaved(names.filter((_name, place) => now[place] !== saved.current[place]))
  }
  const start = useEffectEvent(() => {
    saved.current = read()
  })
  useLayoutEffect(() => start(), [])
  return { around: { ref, onInput: compare }, unsaved, markSaved }
}
