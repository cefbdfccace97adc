import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Store } from './repositories'
import { WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../contract/limits'
import type { KillableInstallation } from './killable-installation'
import { completedAttempt } from './open-work-samples'
import { mp4 } from './sample-files'
import type { KillableApi } from './start-killable-api'

const APP = 'app_trusttag'

export interface UploadReport {
  kills: number
  /** State of the work sample at the end. */
  status: string
  digest: string | null
  /** Peak memory of the last process in bytes, minus its memory before the first part. */
  grownBytes: number
}

/**
 * Uploads a video to the built API as a browser does and regularly kills the process during a part. After each restart the
 * upload resumes. After the last kill one process receives the rest, and its memory is measured.
 */
export async function uploadWhileKilling(bytes: number, partsBetweenKills: number, installation: KillableInstallation) {
  let api = await installation.start()
  const { token, memberId } = await signUp(api.url)
  const attemptId = await withStore(installation, (store) => completedAttempt({ store, clock: Date }, memberId))
  const request = (path: string, method: string, body?: BodyInit) => send(api.url + path, token, method, body)
  const announced = JSON.stringify({ name: 'bench.mp4', type: 'video/mp4', sizeBytes: bytes })
  const { id } = (await request(`/trusttag/attempts/${attemptId}/samples`, 'POST', announced)).data
  const video = mp4(bytes)
  for (let at = 100; at < bytes; at += 1_000) video.writeUInt32LE(at, at - 4)
  const report: UploadReport = { kills: 0, status: '', digest: null, grownBytes: 0 }
  let heldBefore = 0
  let most = 0
  for (let part = 1; report.status !== 'ready'; part += 1) {
    const stand = (await request(`/trusttag/samples/${id}`, 'GET')).data
    const offset = stand.receivedBytes
    const content = video.subarray(offset, offset + WORK_SAMPLE_CHUNK_MAX_BYTES)
    const sent = request(`/trusttag/samples/${id}?offset=${offset}`, 'PUT', content)
    if (part % partsBetweenKills === 0 && offset < bytes / 2) {
      await Promise.all([sent.catch(() => null), installation.strike(api)])
      report.kills += 1
      api = await installation.start()
      heldBefore = 0
      continue
    }
    report.status = (await sent).data.status
    heldBefore ||= heldBy(api)
    most = Math.max(most, heldBy(api))
  }
  report.grownBytes = most - heldBefore
  await installation.strike(api)
  report.digest = await withStore(installation, async (store) => (await store.workSamples.find(id))?.digest ?? null)
  return { ...report, video }
}

const answerOf = v.object({
  data: v.object({ id: v.string(), receivedBytes: v.number(), status: v.string() }),
})

async function send(url: string, token: string, method: string, body?: BodyInit) {
  const headers = {
    'x-app-id': APP,
    authorization: `Bearer ${token}`,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  }
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  return v.parse(answerOf, await response.json())
}

const signedUp = v.object({
  data: v.object({ member: v.object({ id: v.string() }), tokens: v.object({ accessToken: v.string() }) }),
})

async function signUp(url: string): Promise<{ token: string; memberId: string }> {
  const response = await fetch(`${url}/auth/signup`, {
    method: 'POST',
    headers: { 'x-app-id': APP, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', password: 'long enough' }),
  })
  const { data } = v.parse(signedUp, await response.json())
  return { token: data.tokens.accessToken, memberId: data.member.id }
}

async function withStore<T>(installation: KillableInstallation, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await installation.openStore()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Memory of the process in bytes. */
function heldBy({ process }: KillableApi): number {
  const [, kilobytes = '0'] =
    /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${process.child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}
