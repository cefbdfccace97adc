import { deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { times } from './hostile-request'
import type { HostileRequest } from './hostile-request'
import { blankNodeClique } from './payloads'
import type { World } from './world'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** One file, checked without a key. */
const check = (world: World, content: Uint8Array) =>
  world.visitor().send('POST', '/trusttag/verify-files', {
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(content),
  })

const archiveOf = (count: number, content: (index: number) => Uint8Array, extension: string): Uint8Array =>
  zipSync(Object.fromEntries(times(count, (index) => [`${index}.${extension}`, content(index)])))

/** Objects that each have to be looked at, compressed to a few kilobytes. */
function pdfOf(streams: number, objectsInEach: number): Uint8Array {
  const pairs = times(objectsInEach, (index) => `${index + 1} ${index * 9}`).join(' ')
  const body = `${pairs} `
  const content = deflateSync(Buffer.from(body + '<</A 1>> '.repeat(objectsInEach)))
  const head = `<</Type/ObjStm/N ${objectsInEach}/First ${body.length}/Filter/FlateDecode/Length ${content.length}>>`
  const parts = times(streams, (index) => [
    Buffer.from(`${index + 1} 0 obj\n${head}\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts.flat(), Buffer.from('%%EOF')])
}

/** Files that a stranger asks the server to check. */
export const requestsOnFiles: readonly HostileRequest[] = [
  {
    name: 'credentials for the canonicalization',
    sends: 'a credential whose subject is a clique of blank nodes: of 8 and of 30 nodes, and 50 of 8 in an archive',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const clique = (nodes: number) => utf8(JSON.stringify(blankNodeClique(nodes)))
      await sendAll([check(world, clique(8))])
      await sendAll([check(world, clique(30))])
      await sendAll([
        check(
          world,
          archiveOf(50, () => clique(8), 'json'),
        ),
      ])
    },
  },
  {
    name: 'archives that grow',
    sends: 'archives of 50 files of 400 kB, of one file of 200 MB, and of 5,000 files, three at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const zeros = new Uint8Array(400_000)
      const archives = [
        archiveOf(50, () => zeros, 'json'),
        zipSync({ 'a.json': new Uint8Array(200_000_000) }),
        archiveOf(5_000, () => new Uint8Array(1), 'json'),
      ]
      await sendAll(archives.map((archive) => check(world, archive)))
    },
  },
  {
    name: 'PDF files of many objects',
    sends: 'files of 10,000 objects in 100 compressed streams, and of 4.9 MB of object heads, eight at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const compressed = pdfOf(100, 100)
      const heads = utf8(`%PDF-1.7\n${'1 0 obj<<'.repeat(540_000)}`)
      await sendAll(times(8, (index) => check(world, index % 2 === 0 ? compressed : heads)))
    },
  },
  {
    name: 'texts that look like certificates',
    sends: 'texts of 4.9 MB of labels, IDs and brackets, and nested JSON, four at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const texts = [
        'TrustTag ID: TT-\n'.repeat(280_000),
        'TT-TEST-EL2026222925465101 '.repeat(180_000),
        `{"a":${'['.repeat(2_400_000)}${']'.repeat(2_400_000)}}`,
        `<svg>${'<openbadges:credential>'.repeat(200_000)}`,
      ]
      await sendAll(texts.map((text) => check(world, utf8(text))))
    },
  },
  {
    name: 'passkey challenges and false passkeys',
    sends: '100 challenges, and 60 logins with a signature of the longest allowed fields, at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const headers = { origin: 'http://localhost:4002' }
      await sendAll(times(100, () => visitor.post('/auth/passkey/options', {}, { headers })))
      const long = 'A'.repeat(2_000)
      const response = { clientDataJSON: long, authenticatorData: long, signature: long, userHandle: null }
      const credential = { id: long, rawId: long, type: 'public-key', response }
      await sendAll(times(60, () => visitor.post('/auth/passkey/login', { credential }, { headers })))
    },
  },
]
