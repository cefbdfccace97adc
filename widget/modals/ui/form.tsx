import { type ReactNode, useEffect } from 'react'
import { controls } from './form-controls'
import type { FormState } from './use-form'

interface FormProps {
  form: FormState
  titleId: string
  /** The first field to fill in takes the focus on arrival and whenever this changes; null leaves the focus alone. */
  focusOn?: string | null
  children: ReactNode
}

/** A real form that is sent by POST: password managers know it as one, and Enter submits it. */
export function Form({ form, titleId, focusOn = '', children }: FormProps) {
  const { element } = form
  useEffect(() => {
    if (focusOn === null || !element.current) return
    const all = controls(element.current)
    const first = all.find(({ value }) => !value) ?? all[0]
    first?.focus()
  }, [focusOn, element])
  return (
    <form
      ref={element}
      part="form"
      method="post"
      noValidate
      aria-labelledby={titleId}
      aria-busy={form.busy}
      onSubmit={form.onSubmit}
    >
      {children}
    </form>
  )
}
