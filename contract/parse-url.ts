/**
 * An address as it is understood, or null for what is none. In the place of `URL.canParse`: once Node 20 has compiled that one for
 * speed, it says yes to some texts that `new URL` then throws at.
 * @param base what a relative address is relative to
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
