import type { PublicUrls } from '../../ports/services'

/** Path under which stored files are served. */
export const FILES_PATH = '/files/'

/** Where stored files are served, with a slash at the end. */
export const filesUrl = ({ api }: Pick<PublicUrls, 'api'>): string => api + FILES_PATH

/** The name of a stored file by its address; null for a picture that is kept elsewhere. */
export function fileNameOf(urls: Pick<PublicUrls, 'api'>, address: string): string | null {
  const base = filesUrl(urls)
  return address.startsWith(base) ? address.slice(base.length) : null
}
