/** An object whose fields can be read, each of unknown type. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A record with the same keys, each value replaced. */
export function mapValues<K extends string, V, W>(
  record: Readonly<Record<K, V>>,
  replace: (value: V, key: K) => W,
): Record<K, W> {
  const result: Partial<Record<K, W>> = {}
  for (const key in record) if (Object.hasOwn(record, key)) result[key] = replace(record[key], key)
  // All keys have been assigned.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return result as Record<K, W>
}

/** 128 random bits in hexadecimal digits. */
export const randomHex = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)))

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
