/** 128 bits that nobody can guess, in hexadecimal digits. */
export const randomHex = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)))

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
