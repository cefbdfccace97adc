import type { TextKey } from '../texts/default-texts'

/** What is wrong, by the name of the field, as the key of the text that says so. */
export type FieldErrors = Readonly<Record<string, TextKey | false | undefined>>

/** Asked by name, because a field may be named as what every object has: "constructor". */
export const errorOf = (errors: FieldErrors, name: string): TextKey | false | undefined =>
  Object.hasOwn(errors, name) && errors[name]
