/** What the sending of a form means for what comes after it. */
export interface FormKind {
  /** It begins a session. */
  joins: boolean
  /** It makes a member. */
  signsUp: boolean
  /** Nobody needs it a second time. */
  ends: boolean
}

/** @param value of `data-ms-form` */
export function formKind(value: string): FormKind {
  const joins = /login|signup/.test(value)
  return { joins, signsUp: value.endsWith('signup'), ends: joins || value === 'reset-password' }
}
