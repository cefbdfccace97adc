// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WorkSample } from '../../../contract/schemas/work-samples'
import type { SiteApi } from '../../../host-site/lib/site-api'
import { aMember } from '../../support/a-member'
import { anAttempt, aResult } from '../features/assessment/an-attempt'
import { click, control, find, leaveSite, renderSite, texts } from '../support/render-site'
import { theEnd } from '../support/the-end'

const PLAN: WorkSample = {
  id: 'smp_1',
  name: 'plan.pdf',
  fingerprint: null,
  type: 'application/pdf',
  sizeBytes: 2_000,
  receivedBytes: 2_000,
  status: 'ready',
  createdAt: '2026-11-21T09:00:00.000Z',
}
let samples: WorkSample[]
let isVisitors: boolean
const call: SiteApi['call'] = async (name, input) => {
  if (name === 'claimAttempts') isVisitors = false
  const answers: Record<string, object> = {
    claimAttempts: { attempts: [] },
    listWorkSamples: { samples },
    startWorkSample: { ...PLAN, ...input, id: 'smp_2', receivedBytes: 0, status: 'receiving' },
    createSampleLink: { url: 'http://localhost:4001/work-samples/abc', expiresAt: '' },
  }
  const attempt = anAttempt({ status: 'complete', result: aResult(80), isVisitors })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one table has the responses of every type
  return { success: true, data: answers[name] ?? attempt, message: '' } as never
}
const upload: SiteApi['upload'] = async ({ sampleId, content: { length } }) => ({
  success: true,
  data: { ...PLAN, id: sampleId, name: 'photo.png', sizeBytes: length, receivedBytes: length },
})

beforeEach(() => {
  samples = []
  isVisitors = true
})
afterEach(leaveSite)

async function open(loggedIn: ReturnType<typeof aMember> | null = aMember()) {
  const site = await renderSite('/create-trust-tag?attempt=att_1', { call, upload, loggedIn })
  await theEnd()
  return site
}

async function choose(...files: File[]): Promise<void> {
  const input = find('.upload-area input')
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
}

test('the server’s files are listed with names, sizes and count', async () => {
  samples = [
    PLAN,
    { ...PLAN, id: 'smp_3', name: 'tour.mp4', sizeBytes: 4_000_000, receivedBytes: 1_000_000, status: 'receiving' },
  ]
  await open()
  expect(find('.work-samples h4').textContent).toBe('Uploaded Files (1)')
  expect(texts('.sample-name')).toEqual(['plan.pdf 2 kB', 'tour.mp4 4 MB'])
  expect(find('.sample[data-status="interrupted"]').textContent).toContain('25% is uploaded.')
  expect(find('.sample progress').getAttribute('aria-label')).toBe('tour.mp4 uploaded')
})

test('chosen files wait for a login with a link, and are uploaded after it', async () => {
  const { become } = await open(null)
  await choose(new File(['pixels'], 'photo.png', { type: 'image/png' }))
  expect(find('.sample').textContent).toContain('Waiting for you to log in.')
  expect(control('Sign Up', '.work-samples').dataset['msModal']).toBe('signup')
  await act(async () => become(aMember()))
  await vi.waitFor(() => expect(find('.work-samples h4').textContent).toBe('Uploaded Files (1)'))
  expect(find('.work-samples output').textContent).toBe('photo.png is uploaded.')
})

test('a blocked tab gets a link', async () => {
  samples = [PLAN]
  await open()
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await click(control('Open plan.pdf'))
  expect(opened).toHaveBeenCalledWith('http://localhost:4001/work-samples/abc', '_blank')
  const link = find('.sample a')
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'http://localhost:4001/work-samples/abc',
    'noreferrer',
  ])
})
