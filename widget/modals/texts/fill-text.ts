/**
 * A text with its `{name}` places filled in. A place without a value stays as it is written, so that a translation
 * with a mistake in it shows where the mistake is.
 * @param text e.g. 'At least {count} characters'
 * @param values by name, e.g. `{ count: 8 }`
 */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? `${values[name]}` : place))
}
