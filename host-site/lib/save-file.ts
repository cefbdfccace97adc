/** Hands a file to the person, as browsers save what is downloaded. */
export type SaveFile = (file: Blob, name: string) => void

/** How long a browser may take to begin with it. */
const KEPT_MS = 60_000

/** @param window of the page */
export function createSaveFile({
  document,
  URL,
  setTimeout,
}: Pick<typeof globalThis, 'document' | 'URL' | 'setTimeout'>): SaveFile {
  return (file, name) => {
    const url = URL.createObjectURL(file)
    const link = Object.assign(document.createElement('a'), { href: url, download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
  }
}
