import type { ClipboardEvent, FocusEvent, InputEvent, KeyboardEvent, RefObject } from 'react'
import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import { digitsOf } from './digits-of'

interface CodeBoxes {
  /** Holds the boxes, and no other inputs. */
  parent: RefObject<HTMLElement | null>
  readOnly: boolean
  onInput: () => void
}

/**
 * How six boxes act as one field: typing leads on, Backspace and the arrows lead back, and what is pasted or filled in
 * by the phone spreads over them.
 * @returns what the box of an index listens to
 */
export function useCodeBoxes({ parent, readOnly, onInput }: CodeBoxes) {
  const box = (index: number): HTMLInputElement | undefined => parent.current?.querySelectorAll('input')[index]
  const spread = (digits: string, from: number): void => {
    const free = CODE_LENGTH_DIGITS - from
    Array.from(digits.slice(0, free)).forEach((digit, offset) => {
      const target = box(from + offset)
      if (target) target.value = digit
    })
    box(from + Math.min(digits.length, free - 1))?.focus()
    onInput()
  }
  return (index: number) => ({
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    onInput(event: InputEvent<HTMLInputElement>) {
      const digits = digitsOf(event.currentTarget.value)
      event.currentTarget.value = digits[0] ?? ''
      // One key on a filled box replaces its digit; several digits at once were filled in by the phone.
      const typed = digitsOf(event.nativeEvent.data ?? '')
      if (digits) spread(typed.length === 1 && digits.length === 2 ? typed : digits, index)
    },
    onPaste(event: ClipboardEvent) {
      event.preventDefault()
      const digits = digitsOf(event.clipboardData.getData('text'))
      // A whole code is meant for all boxes, wherever it is dropped.
      if (digits && !readOnly) spread(digits, digits.length < CODE_LENGTH_DIGITS ? index : 0)
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const back = event.key === 'Backspace' && !event.currentTarget.value && !readOnly
      const step = back ? -1 : steps.get(event.key)
      const target = step && box(index + step)
      if (!target) return
      event.preventDefault()
      if (back) target.value = ''
      target.focus()
    },
  })
}

const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
])
