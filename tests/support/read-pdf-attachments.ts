import { inflateSync } from 'node:zlib'

/**
 * Embedded files by name, found from the catalog as readers do.
 * @throws Error if a named file is missing or not associated with the page
 */
export function readPdfAttachments(pdf: Uint8Array): Record<string, string> {
  const text = Buffer.from(pdf).toString('latin1')
  const objectAt = (number: string): string => {
    const start = text.indexOf(`\n${number} 0 obj\n`)
    if (start < 0) throw new Error(`There is no object ${number}.`)
    return text.slice(start, text.indexOf('\nendobj', start))
  }
  const one = (pattern: RegExp, within: string): string => {
    const [, found] = pattern.exec(within) ?? []
    if (found === undefined) throw new Error(`There is no ${pattern.source} in ${within.slice(0, 200)}`)
    return found
  }
  const catalog = objectAt(one(/\/Root (\d+) 0 R/u, text))
  const listedAs = one(/\/AF \[([^\]]*)\]/u, catalog).matchAll(/(\d+) 0 R/gu)
  const associated = new Set([...listedAs].map(([, number]) => number))
  const names = objectAt(one(/\/Names (\d+) 0 R/u, catalog))
  const tree = /\/EmbeddedFiles (\d+) 0 R/u.exec(names)
  const listed = one(
    /\/Names \[([\s\S]*?)\]/u,
    tree ? objectAt(tree[1] ?? '') : names.slice(names.indexOf('/EmbeddedFiles')),
  )
  return Object.fromEntries(
    [...listed.matchAll(/\(([^)]*)\) (\d+) 0 R/gu)].map(([, name = '', number = '']) => {
      const spec = objectAt(number)
      if (!associated.has(number) || !spec.includes('/AFRelationship /Data'))
        throw new Error(`The page is not said to be made from ${name}.`)
      return [name, streamOf(objectAt(one(/\/EF <<\s*\/F (\d+) 0 R/u, spec)))]
    }),
  )
}

function streamOf(object: string): string {
  const content = object.slice(object.indexOf('stream\n') + 'stream\n'.length, object.lastIndexOf('\nendstream'))
  const bytes = Buffer.from(content, 'latin1')
  return (object.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('utf8')
}
