import * as v from 'valibot'

/** Control characters, lone surrogates, and marks that change the text direction. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** Invisible characters that belong to no script: pasted unnoticed, or used to imitate another name. */
const UNSEEN =
  /\u034F|\u17B4|\u17B5|[\u00AD\u115F\u1160\u180E\u200B\u2060-\u2064\u2800\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]/gu

/** More combining marks on one letter than any script uses: they cover the text around it. */
const HEAP_OF_MARKS = /\p{M}{9}/u

/**
 * A name that others read: it must look the same for everyone. Without invisible characters, with single spaces, as NFC.
 */
export const readableName = v.pipe(
  v.string('invalid-field-type'),
  v.trim(),
  v.check((name) => !UNREADABLE.test(name) && !HEAP_OF_MARKS.test(name), 'invalid-field-value'),
  v.transform((name) => name.replaceAll(UNSEEN, '').replaceAll(/\s+/gu, ' ').trim()),
  v.normalize('NFC'),
  v.nonEmpty('required-field-missing'),
)
