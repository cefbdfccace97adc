/** A record with the same keys, each value replaced. */
export function mapValues<K extends string, V, W>(
  record: Readonly<Record<K, V>>,
  replace: (value: V, key: K) => W,
): Record<K, W> {
  const result: Partial<Record<K, W>> = {}
  for (const key in record) if (Object.hasOwn(record, key)) result[key] = replace(record[key], key)
  // Every own key of the record has just been given its value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return result as Record<K, W>
}
