import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * The file that a URL path means: itself, its `index.html`, or the same with `.html`.
 * @param folder absolute path of what may be served; nothing outside it ever is, also not through a symbolic link
 * @param pathname as in a URL, still percent-encoded
 * @returns an absolute path, null when there is no such file
 */
export async function resolveFile(folder: string, pathname: string): Promise<string | null> {
  const segments = safeSegments(pathname)
  if (!segments) return null
  const base = join(folder, ...segments)
  const candidates = pathname.endsWith('/')
    ? [join(base, 'index.html')]
    : [base, join(base, 'index.html'), `${base}.html`]
  const top = await realpath(folder).catch(() => null)
  if (top === null) return null
  for (const candidate of candidates) {
    const file = await realpath(candidate).catch(() => null)
    if (file?.startsWith(top + sep) && (await isFile(file))) return file
  }
  return null
}

/** Null for a path that no honest link has: broken escapes, dot files, steps upwards, foreign separators. */
function safeSegments(pathname: string): string[] | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  const segments = decoded.split('/').filter((segment) => segment !== '')
  return segments.some((segment) => segment.startsWith('.') || segment.includes(':')) ? null : segments
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isFile(),
    () => false,
  )
