import { crc32, deflateSync } from 'node:zlib'
import type { HttpRequest } from './send'
import type { Sender } from './world'

/** A query of data records as the published client sends it. */
export const findMany = (query: object): object => ({ findMany: query })

export const query = (sender: Sender, table: string, parts: object): HttpRequest =>
  sender.post('/v1/data-records/query', { table, query: findMany(parts) })

/** Conditions that match no record, so that every record is read. */
export const orContains = (count: number): object => ({
  OR: Array.from({ length: count }, (_, index) => ({ text: { contains: `zz${index}`, mode: 'insensitive' } })),
})

/** `{"a":{"a":…}}`, so many within each other, as text: `JSON.stringify` could not write it. */
export const deepObject = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)

export const deepList = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

/** An object with this many short keys. */
export const wideObject = (keys: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, index]))

/** A form with one file. */
export function multipart(
  field: string,
  fileName: string,
  content: Buffer,
): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'hostile-boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** A form with this many fields. */
export function manyParts(count: number): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'b'
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`
  return {
    body: Buffer.from(`${part.repeat(count)}--${boundary}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of one color: a few kilobytes that decode to width × height pixels. */
export function flatPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** A GIF of one pixel with this many frames. */
export function longGif(frames: number): Buffer {
  const head = Buffer.from('GIF89a\u0001\0\u0001\0\u0080\0\0\0\0\0\u00ff\u00ff\u00ff', 'latin1')
  const frame = Buffer.from(',\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0', 'latin1')
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';', 'latin1')])
}

/**
 * A credential whose subject is a clique of blank nodes: RDF canonicalization tries all orders of nodes that look alike.
 * @param nodes number of nodes in the clique
 */
export function blankNodeClique(nodes: number): object {
  const names = Array.from({ length: nodes }, (_, index) => `_:n${index}`)
  const graph = names.map((id) => ({
    '@id': id,
    'https://example.com/knows': names.filter((name) => name !== id).map((name) => ({ '@id': name })),
  }))
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', { '@vocab': 'https://example.com/' }],
    type: ['VerifiableCredential'],
    issuer: 'did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH',
    credentialSubject: { 'https://example.com/graph': graph },
    proof: {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-rdfc-2022',
      created: '2026-01-01T00:00:00Z',
      proofPurpose: 'assertionMethod',
      verificationMethod:
        'did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH#z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH',
      proofValue: `z${'2'.repeat(88)}`,
    },
  }
}
