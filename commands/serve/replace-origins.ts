import type { PublicUrls } from '../../api/ports/services'

/** What documents in the repository and in the build say literally; it is the address of a development machine. */
const WRITTEN: Record<string, keyof PublicUrls> = { '4000': 'site', '4001': 'api', '4002': 'demo' }

/**
 * Puts the public addresses in the place of `http://localhost:4000`, `4001` and `4002`.
 * @param text a whole document
 * @param urls without trailing slashes
 */
export function replaceOrigins(text: string, urls: PublicUrls): string {
  // One pass, so that an address put in is never taken for one to replace.
  return text.replace(/http:\/\/localhost:(\d+)/g, (found, port: string) => {
    const part = WRITTEN[port]
    return part ? urls[part] : found
  })
}
