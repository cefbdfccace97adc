import { times } from './hostile-request'
import type { HostileRequest } from './hostile-request'
import { longGif, multipart } from './payloads'
import {
  announce,
  chunkyPngs,
  hostileVideos,
  largestImages,
  longWebp,
  partOf,
  scannedJpeg,
  upload,
  zipOf,
  zipOfTexts,
} from './upload-payloads'

/** Begun with the bench: drawing them would use the processor while a request is measured. */
const images = {
  largest: largestImages(),
  chunky: chunkyPngs(),
  jpeg: scannedJpeg(7_000, 1_000),
  webp: longWebp(100_000),
}

const docxNames = (index: number): string =>
  ['[Content_Types].xml', 'word/document.xml'][index] ?? `word/${'p'.repeat(12)}${index}`

/** Work samples and profile images made for what reads them. */
export const requestsOnUploads: readonly HostileRequest[] = [
  {
    name: 'videos made for the parser',
    sends: 'videos of large, deep, endless, truncated and false tables, one after the other',
    from: 'own',
    by: 'member',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      for (const [name, content] of hostileVideos()) await upload(sendAll, world.uploader(), name, content)
    },
  },
  {
    name: '14 videos at once',
    sends: 'two of each of these videos by 14 members, from as many IP addresses, at once',
    from: 'own',
    by: 'member',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      const videos = hostileVideos()
      await Promise.all(
        [...videos, ...videos].map(([name, content]) => upload(sendAll, world.uploader(), name, content)),
      )
    },
  },
  {
    name: 'documents made for the directory',
    sends: 'DOCX files of 30,000 parts, of a directory of 15 MB, of false sizes, and of nothing but directory ends',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const files = [
        zipOf({ entries: 30_000, names: docxNames }),
        zipOf({ entries: 250_000, names: docxNames }),
        zipOf({ entries: 1_000, directoryBytes: 1_999_999, names: docxNames }),
        zipOf({ entries: 1_000, directoryBytes: 0xffffffff, names: docxNames }),
        Buffer.concat([zipOf({ entries: 2 }), Buffer.alloc(8_000_000, 'PK\u0005\u0006', 'latin1')]),
        zipOfTexts(1_000),
      ]
      for (const content of files) await upload(sendAll, world.uploader(), 'a.docx', content)
    },
  },
  {
    name: 'archives as images',
    sends: 'archives of 1,000 texts of 1 MB as profile image and as work sample, four at once',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const content = zipOfTexts(1_000)
      const form = multipart('profileImage', 'a.png', content)
      await sendAll(times(4, () => world.member().send('POST', '/member/profile-image', form)))
      await Promise.all(times(4, () => upload(sendAll, world.uploader(), 'a.png', content)))
    },
  },
  {
    name: 'images of the most pixels',
    sends: 'a JPEG of 50 megapixels, PNG and WebP of 25, GIF and AVIF of 12.5, as work samples at once',
    from: 'own',
    by: 'member',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      const largest = await images.largest
      await Promise.all(largest.map(([name, content]) => upload(sendAll, world.uploader(), name, content)))
      for (const [name, content] of largest)
        await sendAll([world.member().send('POST', '/member/profile-image', multipart('profileImage', name, content))])
    },
  },
  {
    name: 'JPEG of 1,000 scans',
    sends: 'a progressive JPEG of 49 megapixels and 1,000 scans as work sample and as profile image',
    from: 'own',
    by: 'member',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      const content = await images.jpeg
      await upload(sendAll, world.uploader(), 'a.jpg', content)
      await sendAll([world.member().send('POST', '/member/profile-image', multipart('profileImage', 'a.jpg', content))])
    },
  },
  {
    name: 'PNG of 300,000 chunks',
    sends: 'PNGs of 300,000 texts, of 30 texts of 100 MB and of a color profile of 100 MB, as work samples',
    from: 'own',
    by: 'member',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      for (const content of await images.chunky) await upload(sendAll, world.uploader(), 'a.png', content)
    },
  },
  {
    name: 'animations of many frames',
    sends: 'a GIF of 200,000 frames and a WebP of 100,000 frames as work samples, two of each at once',
    from: 'own',
    by: 'member',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      const [gif, webp] = [longGif(200_000), await images.webp]
      await Promise.all([
        ...times(2, () => upload(sendAll, world.uploader(), 'a.gif', gif)),
        ...times(2, () => upload(sendAll, world.uploader(), 'a.webp', webp)),
      ])
    },
  },
  {
    name: '24 uploads at once',
    sends: 'a first part of 4 MB of a video by 24 members, from as many IP addresses, at once',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const members = times(24, () => world.uploader())
      const ids = await Promise.all(
        members.map((member) => announce(sendAll, member, { name: 'a.mp4', sizeBytes: 9_000_000 })),
      )
      const part = Buffer.concat([hostileVideos()[1]?.[1] ?? Buffer.alloc(0), Buffer.alloc(3_900_000)])
      await sendAll(members.map((member, index) => partOf(member, ids[index] ?? '', 0, part)))
      await sendAll(members.map((member, index) => member.send('DELETE', `/trusttag/samples/${ids[index]}`)))
    },
  },
  {
    name: 'uploads that never end',
    sends:
      '16 uploads of 4 MB that stop after one byte, by 8 members of three IP addresses, and beside them one of another',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const members = times(8, () => world.uploader())
      const addresses = times(3, () => world.visitor().headers['x-forwarded-for'] ?? '')
      const stuck = members.flatMap((member, index) =>
        times(2, () => ({
          raw: [
            'PUT /trusttag/samples/none?offset=0 HTTP/1.1',
            'Host: localhost',
            `X-API-Key: ${member.headers['x-api-key']}`,
            `Authorization: ${member.headers['authorization']}`,
            `X-Forwarded-For: ${addresses[index % 3]}`,
            'Content-Type: application/octet-stream',
            'Content-Length: 4000000\r\n\r\nx',
          ].join('\r\n'),
        })),
      )
      const honest = world.uploader()
      const ended = sendAll(stuck)
      const id = await announce(sendAll, honest, { name: 'a.mp4', sizeBytes: 9_000_000 })
      await sendAll([partOf(honest, id ?? '', 0, hostileVideos()[1]?.[1] ?? Buffer.alloc(0))])
      if (id !== null) await sendAll([honest.send('DELETE', `/trusttag/samples/${id}`)])
      await ended
    },
  },
]
