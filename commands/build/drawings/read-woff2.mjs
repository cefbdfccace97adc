import { brotliDecompressSync } from 'node:zlib'
import { joinTables } from './join-tables.mjs'
import { rebuildGlyphs } from './rebuild-glyphs.mjs'
import { createReader } from './byte-reader.mjs'

/** Tags by the number that stands for them, as the format lists them. */
const TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .split(' ')
    .map((tag) => tag.replace('_', ' '))

const HEADER_BYTES = 48
const SIGNATURE = 0x774f4632
/** The 32 bits of `head` before the glyph format say how long the entries of `loca` are. */
const LOCA_FORMAT_AT = 50

/**
 * The TrueType font inside a WOFF2 file: what browsers take, turned into what the drawing library takes.
 * Reads fonts with TrueType outlines and unchanged metrics, as font packages hold them; refuses others.
 * @param {Buffer} file
 * @returns {Buffer}
 */
export function readWoff2(file) {
  if (file.readUInt32BE(0) !== SIGNATURE) throw new Error('This is no WOFF2 file.')
  const directory = createReader(file.subarray(HEADER_BYTES))
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => readEntry(directory))
  const packed = file.subarray(
    HEADER_BYTES + directory.position(),
    HEADER_BYTES + directory.position() + file.readUInt32BE(20),
  )
  const content = createReader(brotliDecompressSync(packed))
  const tables = new Map(entries.map(({ tag, length }) => [tag, content.bytes(length)]))
  const { glyf, loca } = rebuildGlyphs(take(tables, 'glyf'))
  const head = Buffer.from(take(tables, 'head'))
  head.writeInt16BE(1, LOCA_FORMAT_AT)
  return joinTables(new Map([...tables, ['glyf', glyf], ['loca', loca], ['head', head]]))
}

/** @param {import('./byte-reader.mjs').ByteReader} directory */
function readEntry(directory) {
  const flags = directory.uint8()
  const known = flags & 63
  const tag = known === 63 ? directory.bytes(4).toString('latin1') : (TAGS[known] ?? '')
  const transform = flags >> 6
  const isOutline = tag === 'glyf' || tag === 'loca'
  if (transform !== 0) throw new Error(`The table ${tag} is packed in a way that is not read here.`)
  const length = directory.base128()
  return { tag, length: isOutline ? directory.base128() : length }
}

/** @param {ReadonlyMap<string, Buffer>} tables @param {string} tag */
function take(tables, tag) {
  const table = tables.get(tag)
  if (!table) throw new Error(`The font has no table ${tag}.`)
  return table
}
