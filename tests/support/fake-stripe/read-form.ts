/** Form of the SDK, with names such as `items[0][price]`. All values are text. */
export type Form = { [name: string]: Form | string }

export function readForm(body: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const keys = name.replaceAll(']', '').split('[')
    const last = keys.pop() ?? ''
    let at = form
    for (const key of keys) {
      const next = at[key]
      at = typeof next === 'object' ? next : (at[key] = {})
    }
    at[last] = value
  }
  return form
}

export function text(form: Form, ...path: string[]): string | null {
  let at: Form | string | undefined = form
  for (const key of path) at = typeof at === 'object' ? at[key] : undefined
  return typeof at === 'string' && at !== '' ? at : null
}

export const number = (form: Form, ...path: string[]): number => Number(text(form, ...path) ?? 0)

/** Empty if it was not sent. */
export function part(form: Form, ...path: string[]): Form {
  let at: Form | string | undefined = form
  for (const key of path) at = typeof at === 'object' ? at[key] : undefined
  return typeof at === 'object' ? at : {}
}

export function texts(form: Form, ...path: string[]): Record<string, string> {
  const entries = Object.entries(part(form, ...path)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}
