import { inflateSync } from 'node:zlib'

/** The visible text of a PDF that our certificates' library wrote: each run of letters on its own line. */
export function readPdfText(pdf: Uint8Array): string {
  const text = Buffer.from(pdf).toString('latin1')
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/gu)].map(([, number = '', body = '']) => [number, body]),
  )
  const fonts = new Map<string, ReadonlyMap<number, string>>()
  for (const [, name = '', number = ''] of text.matchAll(/\/(F\d+) (\d+) 0 R/gu)) {
    const map = /\/ToUnicode (\d+) 0 R/u.exec(objects.get(number) ?? '')?.[1]
    if (map !== undefined) fonts.set(name, readMap(streamOf(objects.get(map) ?? '')))
  }
  const pages = [...objects.values()].map(streamOf).filter((content) => content.includes(' Tf'))
  return pages.flatMap((content) => readRuns(content, fonts)).join('\n')
}

function readRuns(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string[] {
  let font: ReadonlyMap<number, string> = new Map()
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/gu)].flatMap(([, name, shown]) => {
    if (name !== undefined) font = fonts.get(name) ?? new Map()
    if (shown === undefined) return []
    const codes = [...shown.matchAll(/<([0-9a-f]+)>/giu)].flatMap(([, hex = '']) => hex.match(/.{4}/gu) ?? [])
    return [codes.map((code) => font.get(Number.parseInt(code, 16)) ?? '').join('')]
  })
}

/** Ranges with a list of texts, from the code of the first. */
function readMap(cmap: string): ReadonlyMap<number, string> {
  const map = new Map<number, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]{4})>\s*<[0-9a-f]{4}>\s*\[([^\]]*)\]/giu))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f]+)>/giu)].entries())
      map.set(Number.parseInt(first, 16) + index, Buffer.from(hex, 'hex').swap16().toString('utf16le'))
  return map
}

function streamOf(body: string): string {
  const start = body.indexOf('stream\n')
  if (start === -1) return ''
  const bytes = Buffer.from(body.slice(start + 'stream\n'.length, body.lastIndexOf('\nendstream')), 'latin1')
  return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}
