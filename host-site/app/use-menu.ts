import { useEffect, useRef, useState, type RefObject } from 'react'

export interface Menu {
  open: boolean
  toggle: () => void
  close: () => void
  /** For the button that opens it: Escape leads back there. */
  button: RefObject<HTMLButtonElement | null>
}

/** A menu that a button opens and closes; Escape closes it too. */
export function useMenu(): Menu {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open])
  return { open, toggle: () => setOpen(!open), close: () => setOpen(false), button }
}
