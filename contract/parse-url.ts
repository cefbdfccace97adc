/**
 * A parsed URL; null if it is invalid. Instead of `URL.canParse`, which after optimization in Node 20 accepts some
 * texts that `new URL` rejects.
 * @param base of a relative URL
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
