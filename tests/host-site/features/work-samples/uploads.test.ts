import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pdf, mp4, heic } from '../../../support/sample-files'
import { aFile, openUploads, statusesOf } from './open-uploads'

let page: Awaited<ReturnType<typeof openUploads>>
beforeEach(async () => {
  page = await openUploads()
})
afterEach(() => page.api.close())

const only = () => page.uploads.state().files[0]!
const namesOnServer = async () => (await page.api.list(page.holder)).map(({ name, status }) => `${name} ${status}`)

describe('files of a member', () => {
  it('are sent one by one, in parts', async () => {
    page.uploads.allow(true)
    page.uploads.add([aFile('plan.pdf', pdf(1_300_000)), aFile('tour.mp4', mp4())])
    await page.reach('ready', 'ready')
    expect(await namesOnServer()).toEqual(['plan.pdf ready', 'tour.mp4 ready'])
    expect(page.line.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(3)
    expect(page.uploads.state().said).toBe('tour.mp4 is uploaded.')
  })

  it('guard the page against leaving while they are uploading', async () => {
    page.uploads.allow(true)
    page.uploads.add([aFile('plan.pdf', pdf())])
    expect(page.guarded.at(-1)).toBe(true)
    await page.reach('ready')
    expect(page.guarded.at(-1)).toBe(false)
  })

  it('that cannot be work samples are listed with the reason, and not sent', () => {
    page.uploads.allow(true)
    page.uploads.add([aFile('notes.txt', pdf()), aFile('empty.pdf', new Uint8Array())])
    const [text, empty] = page.uploads.state().files
    expect(text?.problem).toContain('type of file is not supported')
    expect(empty?.problem).toBe('This file is empty.')
    expect(text?.mayRetry).toBe(false)
    expect(page.line.asked.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('that the server refuses show why, and the next one continues', async () => {
    page.uploads.allow(true)
    page.uploads.add([aFile('photo.mp4', heic()), aFile('plan.pdf', pdf())])
    await page.reach('failed', 'ready')
    expect(only().problem).toContain('does not match the file name')
    expect(only().mayRetry).toBe(false)
    expect(await namesOnServer()).toEqual(['plan.pdf ready'])
  })

  it('chosen twice are listed once', async () => {
    page.uploads.add([aFile('plan.pdf', pdf())])
    page.uploads.add([aFile('plan.pdf', pdf())])
    expect(page.uploads.state().files).toHaveLength(1)
    expect(page.uploads.state().said).toBe('This file is already in the list.')
  })
})

describe('files of a visitor', () => {
  it('wait on the page, and are sent after the login', async () => {
    page.uploads.add([aFile('plan.pdf', pdf()), aFile('tour.mp4', mp4())])
    expect(statusesOf(page.uploads)).toEqual(['waiting', 'waiting'])
    expect(page.line.asked).toEqual([])
    expect(page.guarded.at(-1)).toBe(true)
    page.uploads.allow(true)
    await page.reach('ready', 'ready')
  })

  it('wait again when the session ends, and resume later', async () => {
    page.line.passes = (method) => method !== 'PUT'
    page.uploads.allow(true)
    page.uploads.add([aFile('plan.pdf', pdf())])
    await page.reach('paused')
    page.uploads.allow(false)
    expect(statusesOf(page.uploads)).toEqual(['waiting'])
    page.line.passes = () => true
    page.uploads.allow(true)
    await page.reach('ready')
    expect(await namesOnServer()).toEqual(['plan.pdf ready'])
  })
})

describe('removing', () => {
  beforeEach(() => page.uploads.allow(true))

  it('removes a file on the server too', async () => {
    page.uploads.add([aFile('plan.pdf', pdf())])
    await page.reach('ready')
    await page.uploads.remove(only().key)
    expect(page.uploads.state().files).toEqual([])
    expect(await namesOnServer()).toEqual([])
    expect(page.api.files()).toEqual([])
  })

  it('stops an upload, deletes it, and continues with the next one', async () => {
    page.line.passes = (method) => method !== 'PUT'
    page.uploads.add([aFile('plan.pdf', pdf()), aFile('tour.mp4', mp4())])
    await page.reach('paused', 'queued')
    page.line.passes = () => true
    await page.uploads.remove(only().key)
    await page.reach('ready')
    expect(await namesOnServer()).toEqual(['tour.mp4 ready'])
  })

  it('of a file that is being registered deletes it once it has an ID', async () => {
    page.uploads.add([aFile('plan.pdf', pdf())])
    await expect.poll(() => page.line.asked.some((line) => line.startsWith('POST'))).toBe(true)
    await page.uploads.remove(only().key)
    await expect.poll(() => page.line.asked.some((line) => line.startsWith('DELETE'))).toBe(true)
    await expect.poll(namesOnServer).toEqual([])
  })

  it('restores the file when it fails', async () => {
    page.uploads.add([aFile('plan.pdf', pdf())])
    await page.reach('ready')
    page.line.passes = (method) => method !== 'DELETE'
    await page.uploads.remove(only().key)
    expect(only()).toMatchObject({ status: 'ready', problem: 'This file could not be removed. Please try again.' })
    page.line.passes = () => true
    await page.uploads.remove(only().key)
    expect(await namesOnServer()).toEqual([])
  })
})

describe('a link', () => {
  beforeEach(async () => {
    page.uploads.allow(true)
    page.uploads.add([aFile('plan.pdf', pdf(7_000))])
    await page.reach('ready')
  })

  it('shows the file', async () => {
    const url = await page.uploads.link(only().key)
    const answer = await page.api.request(new URL(url ?? '').pathname)
    expect((await answer.arrayBuffer()).byteLength).toBe(7_000)
  })

  it('that fails shows an error at the file', async () => {
    page.line.passes = () => false
    expect(await page.uploads.link(only().key)).toBeNull()
    expect(only().problem).toBe('This file could not be opened. Please try again.')
  })
})
