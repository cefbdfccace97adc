import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { detectKind, detectType } from '../../../api/features/files/detect-type'
import type { ByteSource } from '../../../api/features/files/storage'
import { bakePng, bakeSvg } from '../../../api/features/tags/files'
import { claimedType, downloadName } from '../../../api/features/work-samples/upload'
import { readImportFile } from '../../../api/features/transfer/csv'
import { ApiError } from '../../../api/lib/errors'
import { unbakePng } from '../../../contract/credential/unbake-png'
import { unbakeSvg } from '../../../contract/credential/unbake-svg'
import { decodeHtml, isBinary } from '../../../commands/inspect/decode-html'
import { demoApp } from '../demo-app'
import { allowing, allowingLater, textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const icon = readFileSync(
  new URL('../../../node_modules/pdfkit/js/data/sRGB_IEC61966_2_1.icc', import.meta.url),
).subarray(0, 300)

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  at: async (position, length) => Buffer.from(bytes.subarray(position, position + length)),
})

const local = (name: string, content = ''): Buffer => {
  const packed = deflateRawSync(content)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), packed])
}
const central = (name: string): Buffer => {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50)
  head.writeUInt16LE(name.length, 28)
  return Buffer.concat([head, Buffer.from(name)])
}

/** A ZIP like Word's, with the parts that the parser reads. */
function aZip(names: readonly string[]): Buffer {
  const files = Buffer.concat(names.map((name) => local(name, '<x/>')))
  const directory = Buffer.concat(names.map(central))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(files.length, 16)
  return Buffer.concat([files, directory, end])
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const compound = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(504),
  Buffer.from('WordDocument', 'utf16le'),
  Buffer.alloc(600),
])

const fileType: FuzzTarget = {
  name: 'file-type',
  from: 'a work sample',
  seeds: [
    pixel,
    compound,
    aZip(['[Content_Types].xml', 'word/document.xml']),
    aZip(['word/vbaProject.bin']),
    '%PDF-1.7\n',
    'GIF89a',
    'RIFF\0\0\0\0WEBPVP8 ',
    '\0\0\0\x18ftypmp42\0\0\0\0mp42isom',
    icon,
  ],
  async run(bytes) {
    await detectType(sourceOf(bytes))
    await detectKind(sourceOf(bytes))
  },
}

const fileName: FuzzTarget = {
  name: 'file-name',
  from: 'the name and the media type of a work sample',
  seeds: [
    'plan.pdf',
    '../../etc/passwd.png',
    'a.exe\0.jpg',
    'x\r\nSet-Cookie: a=b.pdf',
    'lpt1.docx',
    '.',
    'a.tar.gz.PNG',
  ],
  run(bytes) {
    const name = textOf(bytes)
    const type = allowing([ApiError], () => claimedType(name, name))
    const saved = downloadName(name, type?.type ?? 'application/pdf')
    if (type && !type.endings.some((ending) => saved.toLowerCase().endsWith(`.${ending}`)))
      throw new Error(`It would be saved as ${saved}.`)
  },
}

const members: FuzzTarget = {
  name: 'import-csv',
  from: 'a list of members as a spreadsheet writes it',
  seeds: [
    'Email,First Name,Plans\na@b.co,Ann,pln_free\n',
    'email;json\n"a@b.co";"{""a"":1}"\n',
    "Email\tPassword Hash\na@b.co\t'=1+1\n",
    'Email,Email\n',
    'Email\n"',
  ],
  run: async (bytes) => void (await allowingLater([ApiError], () => readImportFile(demoApp, textOf(bytes), 'csv'))),
}

const membersJson: FuzzTarget = {
  name: 'import-json',
  from: 'a list of members as JSON',
  seeds: [
    '[{"email":"a@b.co","customFields":{"a":"b"}}]',
    '{"members":[{"email":"a@b.co"}]}',
    '{"members":{"__proto__":[]}}',
    '[null,1,[]]',
  ],
  run: async (bytes) => void (await allowingLater([ApiError], () => readImportFile(demoApp, textOf(bytes), 'json'))),
}

const bakedPng: FuzzTarget = {
  name: 'baked-png',
  from: 'a badge picture that somebody has checked',
  seeds: [pixel, bakePng(pixel, '{"a":"é"}'), bakePng(bakePng(pixel, '1'), '2')],
  run(bytes) {
    unbakePng(bytes)
    const text = JSON.stringify({ text: textOf(bytes) })
    if (unbakePng(bakePng(pixel, text)) !== text) throw new Error('Something else came back.')
  },
}

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'
const bakedSvg: FuzzTarget = {
  name: 'baked-svg',
  from: 'a badge drawing that somebody has checked',
  seeds: [
    DRAWING,
    bakeSvg(DRAWING, '{"a":"]]>"}'),
    '<!DOCTYPE svg><svg/>',
    '<!-- <openbadges:credential> --><svg><openbadges:credential>1</openbadges:credential></svg>',
  ],
  run(bytes) {
    unbakeSvg(textOf(bytes))
    const text = JSON.stringify({ text: textOf(bytes) })
    if (JSON.stringify(JSON.parse(unbakeSvg(bakeSvg(DRAWING, text)) ?? 'null')) !== text)
      throw new Error('Something else came back.')
  },
}

const encodedPage: FuzzTarget = {
  name: 'encoded-page',
  from: 'a page that is inspected, in any encoding',
  seeds: [
    '<meta charset="latin1"><p>é',
    '\uFEFF<p>',
    Buffer.from('\uFEFF<p>', 'utf16le'),
    '<meta http-equiv=content-type content="text/html; charset=x-user-defined">',
  ],
  run(bytes) {
    decodeHtml(bytes, null)
    decodeHtml(bytes, textOf(bytes).slice(0, 40))
    isBinary(bytes)
  },
}

export const fileTargets = [fileType, fileName, members, membersJson, bakedPng, bakedSvg, encodedPage]
