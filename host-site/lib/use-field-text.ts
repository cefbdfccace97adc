import { useSyncExternalStore, type RefObject } from 'react'

function followInput(changed: () => void): () => void {
  document.addEventListener('input', changed)
  return () => document.removeEventListener('input', changed)
}

/** What stands in a field that the browser keeps: also what was typed into it before the page came to life. */
export function useFieldText(field: RefObject<HTMLInputElement | null>): string {
  return useSyncExternalStore(
    followInput,
    () => field.current?.value ?? '',
    () => '',
  )
}

/** Puts a text into a field, and lets everybody know who follows it. */
export function setFieldText(field: RefObject<HTMLInputElement | null>, text: string): void {
  if (!field.current || field.current.value === text) return
  field.current.value = text
  field.current.dispatchEvent(new Event('input', { bubbles: true }))
}
