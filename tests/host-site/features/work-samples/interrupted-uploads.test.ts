import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pdf } from '../../../support/sample-files'
import { aFile, openUploads } from './open-uploads'

let page: Awaited<ReturnType<typeof openUploads>>
beforeEach(async () => {
  page = await openUploads()
})
afterEach(() => page.api.close())

const SIZE = 1_300_000
const plan = () => aFile('plan.pdf', pdf(SIZE))
const only = () => page.uploads.state().files[0]!
const namesOnServer = async () => (await page.api.list(page.holder)).map(({ name, status }) => `${name} ${status}`)
const isPart = (line: string) => line.startsWith('PUT')

/** Cuts the connection after some parts. */
function cutAfter(parts: number): void {
  page.line.passes = () => page.line.asked.filter(isPart).length <= parts
}

describe('a lost network', () => {
  beforeEach(async () => {
    cutAfter(1)
    page.uploads.allow(true)
    page.uploads.add([plan()])
    await page.reach('paused')
  })

  it('is reported once, with the progress', () => {
    expect(only()).toMatchObject({ sentBytes: 500_000, problem: expect.stringContaining('cannot be reached') })
    expect(page.uploads.state().said).toContain('plan.pdf')
  })

  it('and returns lets the upload resume at the server’s offset', async () => {
    page.line.passes = () => true
    const before = page.line.asked.length
    page.wake()
    await page.reach('ready')
    expect(page.line.asked.slice(before).map((line) => line.split(' ')[0])).toEqual(['GET', 'PUT'])
  })

  it('is retried with growing delays, or at once by the button', async () => {
    for (const count of [2, 3, 4]) {
      page.wake()
      await expect.poll(() => page.slept.length).toBe(count)
    }
    expect(page.slept).toEqual([1, 2, 4, 8])
    page.line.passes = () => true
    page.uploads.retry(only().key)
    await page.reach('ready')
    expect(await namesOnServer()).toEqual(['plan.pdf ready'])
  })
})

describe('a lost response', () => {
  beforeEach(() => page.uploads.allow(true))

  it('to a registration leaves no second sample on the server', async () => {
    page.line.passes = (method, path) => (method === 'POST' && path.endsWith('/samples') ? 'lost' : true)
    page.uploads.add([plan()])
    await page.reach('paused')
    page.line.passes = () => true
    page.wake()
    await page.reach('ready')
    expect(await namesOnServer()).toEqual(['plan.pdf ready'])
  })

  it('to the last part is recovered', async () => {
    page.line.passes = (method) => (method === 'PUT' ? 'lost' : true)
    page.uploads.add([aFile('plan.pdf', pdf())])
    await page.reach('paused')
    page.line.passes = () => true
    page.wake()
    await page.reach('ready')
    expect(page.line.asked.filter(isPart)).toHaveLength(1)
  })
})

describe('after a reload', () => {
  async function reload(): Promise<void> {
    page = { ...page, ...page.another() }
    page.uploads.allow(true)
    await expect.poll(() => page.uploads.state().files.length).toBe(1)
  }
  beforeEach(async () => {
    cutAfter(1)
    page.uploads.allow(true)
    page.uploads.add([plan()])
    await page.reach('paused')
    await reload()
  })

  it('an incomplete file is requested again, and resumes', async () => {
    expect(only()).toMatchObject({ status: 'interrupted', sentBytes: 500_000, sizeBytes: SIZE })
    page.uploads.add([plan()])
    await page.reach('ready')
    // The whole file has three parts.
    expect(page.line.asked.filter(isPart)).toHaveLength(2)
    const { digest } = (await page.api.store.workSamples.find(only().sampleId ?? ''))!
    expect(digest).toBe(await digestOf(pdf(SIZE)))
  })

  it('another file with the same name is a new file', async () => {
    page.uploads.add([aFile('plan.pdf', pdf(2_000))])
    await page.reach('interrupted', 'ready')
    expect(await namesOnServer()).toEqual(['plan.pdf receiving', 'plan.pdf ready'])
  })

  it('a different file with the same name and size is not appended', async () => {
    const other = pdf(SIZE)
    other[SIZE - 1] = 1
    page.uploads.add([aFile('plan.pdf', other)])
    await expect.poll(() => only().problem).toContain('This is a different file.')
    expect(only()).toMatchObject({ status: 'interrupted', sentBytes: 500_000 })
    expect(page.line.asked.filter(isPart)).toEqual([])
    page.uploads.add([aFile('plan.pdf', pdf(SIZE), 2)])
    await page.reach('ready')
    expect((await page.api.store.workSamples.find(only().sampleId ?? ''))?.digest).toBe(await digestOf(pdf(SIZE)))
  })

  it('a file that another tab completes is complete here too', async () => {
    const other = page.another()
    other.uploads.allow(true)
    await other.reach('interrupted')
    other.uploads.add([plan()])
    await other.reach('ready')
    await page.uploads.load()
    await page.reach('ready')
  })

  it('a file that another tab removed is gone', async () => {
    await page.api.call('deleteWorkSample', { sampleId: only().sampleId ?? '' }, page.holder.how)
    await page.uploads.load()
    expect(page.uploads.state().files).toEqual([])
  })
})

it('a file that is removed elsewhere during its upload stays removed', async () => {
  cutAfter(1)
  page.uploads.allow(true)
  page.uploads.add([plan()])
  await page.reach('paused')
  page.line.passes = (method) => {
    if (method !== 'PUT') return true
    void page.api.store.workSamples.delete(only().sampleId ?? '')
    return true
  }
  page.wake()
  await page.reach('failed')
  expect(only().problem).toContain('removed elsewhere')
  expect(await namesOnServer()).toEqual([])
})

it('a list that fails to load shows an error and can be reloaded', async () => {
  page.line.passes = () => false
  page.uploads.allow(true)
  await expect.poll(() => page.uploads.state().problem).toBe('Your list of files could not be loaded.')
  page.line.passes = () => true
  await page.uploads.load()
  expect(page.uploads.state().problem).toBe('')
})

async function digestOf(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex')
}
