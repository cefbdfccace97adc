import type { Secrets } from '../../lib/ids'

/** No letter or digit that is taken for another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 59 bits: nobody finds a profile by trying. */
const LENGTH = 12

/** Of the address of a profile. It says nothing about its holder. */
export const newSlug = ({ below }: Pick<Secrets, 'below'>): string =>
  Array.from({ length: LENGTH }, () => ALPHABET.charAt(below(ALPHABET.length))).join('')
