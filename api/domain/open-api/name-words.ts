/** The name of an endpoint as a line to read: `sendPasswordlessLoginEmail` → `Send passwordless login email`. */
export function nameWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, ' ').toLowerCase()
  return words.replaceAll(/\bjson\b/gu, 'JSON').replace(/^./u, (first) => first.toUpperCase())
}
