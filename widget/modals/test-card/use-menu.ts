import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'

/**
 * A button that opens a menu: a click toggles it, the arrow keys open it at its first or last item, a press elsewhere
 * closes it.
 * @param around holds both
 */
export function useMenu(around: RefObject<HTMLElement | null>) {
  const id = useId()
  const [end, setEnd] = useState<'first' | 'last' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = end !== null
  useEffect(() => {
    if (!isOpen) return undefined
    const onPress = (event: Event): void => {
      if (around.current && !event.composedPath().includes(around.current)) setEnd(null)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen, around])
  return {
    isOpen,
    opener: {
      ref: button,
      id,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => setEnd(isOpen ? null : 'first'),
      onKeyDown: (event: KeyboardEvent) => {
        if (!/^Arrow(Up|Down)$/.test(event.key)) return
        // The page behind would scroll.
        event.preventDefault()
        setEnd(event.key === 'ArrowUp' ? 'last' : 'first')
      },
    },
    list: {
      openerId: id,
      fromEnd: end === 'last',
      /** Gives the focus back to the button. */
      onClose: () => {
        setEnd(null)
        button.current?.focus()
      },
    },
  } as const
}
