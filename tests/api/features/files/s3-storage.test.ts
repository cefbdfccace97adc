import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openS3Storage } from '../../../../api/features/files/s3-storage'
import type { S3Settings } from '../../../../api/features/files/settings'
import { describeError } from '../../../../api/lib/errors'
import { mp4 } from '../../../support/sample-files'
import { OBJECT_SUFFIX, startS3 } from '../../../support/s3/start-s3'
import type { S3Server } from '../../../support/s3/start-s3'

const aName = (ending = 'mp4'): string => `${randomBytes(16).toString('hex')}.${ending}`
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
/** Only for servers that never respond: a real one may be busy. */
const impatient = { connectMs: 1_000, answerMs: 1_000 }

let server: S3Server
beforeAll(async () => void (server = await startS3()))
afterAll(() => server.remove())
afterEach(() => server.empty())

const open = (changed: Partial<S3Settings> = {}) => openS3Storage({ ...server.settings, ...changed })

/** The error for the caller, and the log's. */
async function failureOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: 'service-unavailable', status: 503 })
  return { log: describeError(error).cause?.message, all: JSON.stringify(describeError(error)) }
}

describe('what lies in the bucket', () => {
  it('is one object for each part, and a small one is taken into the next', async () => {
    const { uploads } = open()
    const name = aName()
    const content = randomBytes(3_300_000)
    let offset = 0
    for (const length of [1_000_000, 1_000_000, 400_000, 100, 100, 899_800])
      offset = await uploads.write(name, offset, content.subarray(offset, offset + length))
    expect(server.keys()).toEqual([
      `work-samples/${name}/000000000000-1000000`,
      `work-samples/${name}/000001000000-1000000`,
      `work-samples/${name}/000002000000-1300000`,
    ])
    expect(await uploads.digest(name)).toBe(sha256(content.subarray(0, 3_300_000)))
    await uploads.remove(name)
    expect(server.keys()).toEqual([])
  })

  it('stays behind a prefix, and what is not ours is left alone', async () => {
    const { files, uploads } = open({ prefix: 'members/' })
    const others = ['members/files/README', 'members/work-samples/README', `files/${aName()}`, 'members/other']
    for (const key of others) {
      mkdirSync(join(server.folder, key, '..'), { recursive: true })
      writeFileSync(join(server.folder, `${key}${OBJECT_SUFFIX}`), 'x')
    }
    const [image, video] = [aName('webp'), aName()]
    await files.put(image, Buffer.from('picture'))
    await uploads.write(video, 0, mp4())
    expect(server.keys()).toEqual(
      [...others, `members/files/${image}`, `members/work-samples/${video}/000000000000-6000`].toSorted(),
    )
    for await (const one of files.list()) await files.remove(one.name)
    for await (const one of uploads.list()) await uploads.remove(one.name)
    await files.remove('README')
    expect(server.keys()).toEqual(others.toSorted())
  })

  it('is listed to its end where there is more than one answer holds', async () => {
    const names = Array.from({ length: 1_003 }, (_, number) => `${String(number).padStart(32, '0')}.webp`)
    const folder = join(server.folder, 'files')
    mkdirSync(folder, { recursive: true })
    for (const name of names) writeFileSync(join(folder, `${name}${OBJECT_SUFFIX}`), 'x')
    const found: string[] = []
    for await (const { name } of open().files.list()) found.push(name)
    expect(found).toEqual(names)
  })

  it('is measured up to the first gap, and a torn object is ignored', async () => {
    const { uploads } = open()
    const name = aName()
    const folder = join(server.folder, 'work-samples', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `000000000000-4${OBJECT_SUFFIX}`), 'abcd')
    writeFileSync(join(folder, `000000000004-4${OBJECT_SUFFIX}`), 'efg')
    writeFileSync(join(folder, `000000000008-4${OBJECT_SUFFIX}`), 'ijkl')
    expect(await uploads.size(name)).toBe(4)
    expect(await uploads.write(name, 4, Buffer.from('efgh'))).toBe(8)
    expect(await uploads.size(name)).toBe(12)
    expect(await new Response(uploads.read(name, 0, 11)).text()).toBe('abcdefghijkl')
    writeFileSync(join(folder, `000000000012-4${OBJECT_SUFFIX}`), 'm')
    await uploads.remove(name)
    expect(server.keys()).toEqual([])
  })
})

describe('a service that fails', () => {
  const secret = 'not-the-secret-1234567890'

  it.each([
    ['a wrong secret', { secretAccessKey: secret }, 'S3 ListObjectsV2: SignatureDoesNotMatch (403)'],
    ['an unknown key', { accessKeyId: 'NOBODY' }, 'S3 ListObjectsV2: InvalidAccessKeyId (403)'],
    ['a missing bucket', { bucket: 'nowhere' }, 'S3 ListObjectsV2: NoSuchBucket (404)'],
  ])('for %s is reported by check and by every call, without a secret or a key', async (_, changed, log) => {
    const { files, uploads } = open(changed)
    const name = aName()
    const check = await failureOf(files.check())
    expect(check.log).toBe(log)
    const calls = [
      () => uploads.check(),
      () => files.put(name, Buffer.from('x')),
      () => files.read(name),
      () => files.remove(name),
      () => files.list()[Symbol.asyncIterator]().next(),
      () => uploads.write(name, 0, mp4()),
      () => uploads.size(name),
      () => uploads.remove(name),
      () => uploads.typeOf(name),
      () => uploads.digest(name),
    ]
    for (const call of calls) {
      const { all } = await failureOf(call())
      for (const private_ of [secret, name, 'TESTKEY', 'TESTSECRET', 'NOBODY', 'nowhere'])
        expect(all).not.toContain(private_)
    }
    expect(server.keys()).toEqual([])
  })

  it('is reported at once when killed, and its former objects are there when it is back', async () => {
    const [one, other] = [open(), open()]
    const name = aName()
    const content = randomBytes(2_500_000)
    await one.uploads.write(name, 0, content.subarray(0, 1_000_000))
    await server.kill()
    const { log } = await failureOf(one.uploads.write(name, 1_000_000, content.subarray(1_000_000)))
    expect(log).toBe('S3 ListObjectsV2: ECONNREFUSED')
    await failureOf(other.files.check())
    await failureOf(other.files.read(aName('webp')))
    await server.start()
    await one.files.check()
    expect(await other.uploads.size(name)).toBe(1_000_000)
    expect(await other.uploads.write(name, 1_000_000, content.subarray(1_000_000))).toBe(2_500_000)
    expect(await one.uploads.digest(name)).toBe(sha256(content))
  })

  it('that takes connections and answers nothing is given up', async () => {
    const { files, uploads } = openS3Storage(server.settings, impatient)
    const name = aName()
    await open().uploads.write(name, 0, mp4())
    server.freeze()
    try {
      const failures = await Promise.all([
        failureOf(files.check()),
        failureOf(uploads.write(name, 6_000, mp4())),
        failureOf(files.put(aName('webp'), Buffer.from('x'))),
      ])
      for (const { log } of failures) expect(log).toMatch(/^S3 \w+: (TimeoutError|ETIMEDOUT|ECONNRESET)$/u)
    } finally {
      server.thaw()
    }
    expect(await open().uploads.write(name, 6_000, mp4())).toBe(12_000)
  })

  it('in the middle of a file breaks its reader off', async () => {
    const { uploads } = open()
    const name = aName()
    for (let offset = 0; offset < 8_000_000;) offset = await uploads.write(name, offset, Buffer.alloc(4_000_000, 'a'))
    const reader = uploads.read(name, 0, 7_999_999).getReader()
    await reader.read()
    await server.kill()
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }
    try {
      await failureOf(rest())
    } finally {
      await server.start()
    }
  })
})
