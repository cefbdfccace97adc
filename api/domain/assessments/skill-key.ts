/** Capitals of other alphabets, and digits, that a reader takes for Latin letters, and letters that are taken for each other. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    A: 'АΑ',
    B: 'ВΒ',
    C: 'С',
    D: 'Ԁ',
    E: 'ЕΕ',
    H: 'НΗҺ',
    K: 'КΚ',
    L: 'I1|ІΙӀ',
    J: 'Ј',
    M: 'МΜ',
    N: 'Ν',
    O: '0ОΟ',
    P: 'РΡ',
    Q: 'Ԛ',
    S: 'Ѕ',
    T: 'ТΤ',
    W: 'Ԝ',
    X: 'ХΧ',
    Y: 'УΥҮ',
    Z: 'Ζ',
  }).flatMap(([meant, seen]) => Array.from(seen, (letter): [string, string] => [letter, meant])),
)

/**
 * What two names of skills have in common that read the same: neither case, spacing, accents on Latin letters, invisible
 * marks, punctuation nor letters that look alike tell them apart. So nobody gets the test of one skill and the name of
 * another, and nobody tries again at once by writing a name a little differently.
 */
export function skillKey(name: string): string {
  const key = Array.from(withoutMarks(name).toUpperCase(), (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
  // Of a name without a letter or digit nothing would be left.
  return key === '' ? name.trim() : key
}

/** Most names have none, and a person's names are all compared each time. */
const withoutMarks = (name: string): string =>
  /^[ -~]*$/u.test(name) ? name : name.normalize('NFKD').replaceAll(/(?<=\p{Script=Latin}\p{M}*)\p{M}|\p{Cf}/gu, '')
