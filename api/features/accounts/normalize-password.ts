/**
 * As RFC 8265 (OpaqueString): keyboards type one letter in several ways, and one space as another. Its refusals are left out, because a
 * password that once was accepted must stay usable.
 */
export const normalizePassword = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')
