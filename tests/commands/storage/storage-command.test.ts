import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFolder } from '../../../api/features/files/open-storage'
import { openS3Storage } from '../../../api/features/files/s3-storage'
import { storageCommand } from '../../../commands/storage/command'
import { aMemberRow } from '../../api/database/a-member-row'
import { openSqliteStore } from '../../api/database/open-test-store'
import { startS3 } from '../../support/s3/start-s3'
import type { S3Server } from '../../support/s3/start-s3'
import { tempFolder } from '../../support/temp-folder'

const aName = (ending: string): string => `${randomBytes(16).toString('hex')}.${ending}`

let server: S3Server
/** DATA_DIR. */
let folder: string
beforeAll(async () => void (server = await startS3()))
afterAll(() => server.remove())
beforeEach(() => void (folder = tempFolder()))
afterEach(() => server.empty())

async function run(args: readonly string[], env: Record<string, string> = server.env) {
  const [printed, complained]: [string[], string[]] = [[], []]
  const code = await storageCommand(args, {
    env: { DATA_DIR: folder, ...env },
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
  })
  return { code, output: printed.join('\n'), complaint: complained.join('\n') }
}

/** Two images and two uploads, one in several parts. */
async function fill() {
  const { files, uploads } = openFolder(folder, 'DATA_DIR')
  const [pictures, small, large] = [[aName('webp'), aName('webp')], aName('pdf'), aName('mp4')]
  for (const name of pictures) await files.put(name, randomBytes(5_000))
  await uploads.write(small, 0, randomBytes(7_000))
  const film = randomBytes(9_000_000)
  await uploads.write(large, 0, film)
  return { pictures, small, large, film }
}
const inBucket = () => openS3Storage(server.settings)

it('usage shows the storage used by each app, and its limit', async () => {
  const store = await openSqliteStore(join(folder, 'membership.db'))
  await store.members.insert(aMemberRow({ json: { text: 'x'.repeat(2_000_000) } }))
  await store.members.insert(aMemberRow({ id: 'mem_1', mode: 'live', verified: true }))
  await store.close()
  const { code, output } = await run(['usage'], { STORAGE_TEST_MAX_MB: '200' })
  expect([code, output.split('\n')]).toEqual([
    0,
    [
      'app_demo live: 0 MB of 100,000 MB, 1 accounts; without a verified email 0 MB of 10,000 MB',
      'app_demo test: 2 MB of 200 MB, 1 accounts; without a verified email 2 MB of 20 MB',
    ],
  ])
})

describe('copy', () => {
  it('copies all files of DATA_DIR to the bucket, and keeps the originals', async () => {
    const { pictures, small, large, film } = await fill()
    writeFileSync(join(folder, 'files', `${aName('webp')}.part`), 'half')
    const { code, output, complaint } = await run(['copy'])
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    expect(output).toContain(`From the folder ${folder} to the bucket membership at ${server.settings.endpoint}:`)
    expect(output).toContain('4 copied (9.0 MB), 0 already there, 0 failed.')
    const { files, uploads } = inBucket()
    for (const name of pictures)
      expect(Buffer.from((await files.read(name))!).equals(readFileSync(join(folder, 'files', name)))).toBe(true)
    expect(await uploads.size(small)).toBe(7_000)
    const copy = await new Response(uploads.read(large, 0, 8_999_999)).arrayBuffer()
    expect(Buffer.from(copy).equals(film)).toBe(true)
    expect(server.keys()).toHaveLength(6)
    expect(readdirSync(join(folder, 'work-samples'))).toHaveLength(2)
  })

  it('sends nothing twice, and resumes after an abort', async () => {
    const { large, film } = await fill()
    const { uploads } = inBucket()
    await uploads.write(large, 0, film.subarray(0, 4_000_000))
    expect((await run(['copy'])).output).toContain('4 copied (5.0 MB), 0 already there, 0 failed.')
    const keys = server.keys()
    expect((await run(['copy'])).output).toContain('0 copied (0.0 MB), 4 already there, 0 failed.')
    expect((await run(['copy', '--quick'])).output).toContain('0 copied (0.0 MB), 4 already there, 0 failed.')
    expect(server.keys()).toEqual(keys)
  })

  it('replaces a copy that differs from the original', async () => {
    const { pictures, small } = await fill()
    await run(['copy'])
    const [picture = ''] = pictures
    const { files, uploads } = inBucket()
    await files.put(picture, Buffer.from('another'))
    await uploads.remove(small)
    await uploads.write(small, 0, randomBytes(7_000))
    expect((await run(['copy', '--quick'])).output).toContain('0 copied (0.0 MB), 4 already there')
    expect((await run(['copy'])).output).toContain('2 copied (0.0 MB), 2 already there, 0 failed.')
    expect(Buffer.from((await files.read(picture))!).equals(readFileSync(join(folder, 'files', picture)))).toBe(true)
    expect(await uploads.digest(small)).toBe(await openFolder(folder, 'x').uploads.digest(small))
  })

  it('keeps an upload that continued in the bucket', async () => {
    const { small } = await fill()
    await run(['copy'])
    truncateSync(join(folder, 'work-samples', small), 3_000)
    expect((await run(['copy'])).output).toContain('0 copied (0.0 MB), 4 already there, 0 failed.')
    expect(await inBucket().uploads.size(small)).toBe(7_000)
  })

  it('also copies back to a folder', async () => {
    const { pictures, large, film } = await fill()
    await run(['copy'])
    const back = tempFolder()
    expect((await run(['copy', '--from', 'bucket', '--to', back])).output).toContain('4 copied')
    expect(readFileSync(join(back, 'work-samples', large)).equals(film)).toBe(true)
    expect(readdirSync(join(back, 'files'))).toEqual(pictures.toSorted())
  })

  it('lists failures, copies the rest, and exits with 1', async () => {
    const { large } = await fill()
    const blocked = tempFolder()
    mkdirSync(join(blocked, 'work-samples', large), { recursive: true })
    const { code, output, complaint } = await run(['copy', '--to', blocked], {})
    expect(code).toBe(1)
    expect(output).toContain('3 copied')
    expect(complaint).toContain(`${large}: `)
    expect(complaint).toContain('Not everything was copied.')
  })

  it.each([
    ['to the same place', ['copy'], {}, 'Source and target are both the folder'],
    ['from nowhere', ['copy', '--from', '/nowhere/at/all'], undefined, 'The folder /nowhere/at/all does not exist.'],
    ['into a bucket that is not set', ['copy', '--to', 'bucket'], {}, 'S3_BUCKET is not set'],
    ['without a secret', ['copy'], { S3_BUCKET: 'a-bucket', S3_REGION: 'us-east-1' }, 'S3_SECRET_ACCESS_KEY'],
  ])('%s is refused', async (_, args, env, message) => {
    const { code, complaint } = await run(args, env)
    expect([code, complaint]).toEqual([1, expect.stringContaining(message)])
  })

  it('to a missing folder is refused with the option’s name', async () => {
    await fill()
    expect(await run(['copy', '--to', '/nowhere/at/all'], {})).toEqual({
      code: 1,
      output: '',
      complaint: '--to /nowhere/at/all does not exist. Create or mount it first.',
    })
  })

  it('from a folder without member files is refused, and creates none there', async () => {
    const [wrong, to] = [tempFolder(), tempFolder()]
    writeFileSync(join(wrong, 'notes.txt'), 'mine')
    for (const args of [
      ['copy', '--from', wrong, '--to', to],
      ['copy', '--to', to],
    ]) {
      const { code, output, complaint } = await run(args, {})
      expect([code, output]).toEqual([1, ''])
      expect(complaint).toMatch(/^(?:--from|DATA_DIR) \S+ contains neither files nor work-samples/u)
    }
    expect([readdirSync(wrong), readdirSync(folder), readdirSync(to)]).toEqual([['notes.txt'], [], []])
  })

  it.each(['files', 'work-samples'])(
    'from a folder that has only %s copies these, and makes nothing there',
    async (part) => {
      await fill()
      const other = part === 'files' ? 'work-samples' : 'files'
      rmSync(join(folder, other), { recursive: true })
      const to = tempFolder()
      expect((await run(['copy', '--from', folder, '--to', to], { DATA_DIR: tempFolder() })).output).toContain(
        '2 copied',
      )
      expect([readdirSync(folder), readdirSync(join(to, part)).length]).toEqual([[part], 2])
    },
  )

  it('with a wrong secret is refused before any read', async () => {
    await fill()
    const { code, complaint } = await run(['copy'], { ...server.env, S3_SECRET_ACCESS_KEY: 'wrong-secret' })
    expect([code, complaint]).toEqual([
      1,
      expect.stringContaining('cannot be used: S3 ListObjectsV2: SignatureDoesNotMatch (403)'),
    ])
    expect(complaint).not.toContain('wrong-secret')
  })
})

describe('check', () => {
  it('tries the server’s operations, and leaves nothing', async () => {
    const { code, output } = await run(['check'])
    expect(code).toBe(0)
    expect(output).toMatch(/^Files are stored in the bucket membership at http.*\n {2}opening it: \d+ ms\n/u)
    expect(output.split('\n')).toHaveLength(7)
    expect(server.keys()).toEqual([])
    expect((await run(['check'], {})).output).toContain(`Files are stored in the folder ${folder}.`)
    expect(readdirSync(join(folder, 'files'))).toEqual([])
  })

  it('reports the failed step and its cause', async () => {
    const { code, complaint } = await run(['check'], { ...server.env, S3_BUCKET: 'nowhere' })
    expect([code, complaint]).toEqual([
      1,
      `the bucket nowhere at ${server.settings.endpoint}: opening it failed: S3 ListObjectsV2: NoSuchBucket (404)`,
    ])
  })
})

it.each([[[]], [['move']], [['copy', 'now']], [['check', '--quick']], [['copy', '--form', 'x']]])(
  '%j is invalid usage',
  async (args) => {
    const { code, complaint } = await run(args)
    expect([code, complaint]).toEqual([2, expect.stringContaining('For help, run: npm run storage -- --help')])
  },
)

it('help names every verb and option', async () => {
  const { output } = await run(['--help'])
  for (const word of ['check', 'copy', '--from', '--to', '--quick']) expect(output).toContain(word)
})
