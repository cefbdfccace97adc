import type { PublicUrls } from '../../api/ports/services'

/** What HTML in the repository and in the build says literally; it is the address of a development machine. */
const WRITTEN: Record<string, keyof PublicUrls> = { '4000': 'site', '4001': 'api', '4002': 'demo' }

/**
 * Puts the public addresses in the place of `http://localhost:4000`, `4001` and `4002`.
 * @param html a whole document
 * @param urls without trailing slashes
 */
export function replaceOrigins(html: string, urls: PublicUrls): string {
  // One pass, so that an address put in is never taken for one to replace.
  return html.replace(/http:\/\/localhost:(\d+)/g, (found, port: string) => {
    const part = WRITTEN[port]
    return part ? urls[part] : found
  })
}
