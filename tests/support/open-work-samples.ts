import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { insertAttempt } from '../../api/features/assessments/repository'
import type { Services } from '../../api/http/services'
import type { WorkSample } from '../../contract/schemas/work-samples'
import { startTestApi } from './start-api'
import type { CallOptions, TestApiOptions } from './start-api'

const APP = 'app_trusttag'

export interface Holder {
  how: CallOptions
  attemptId: string
}

/** Call `close` when done. */
export async function openWorkSamples(options: TestApiOptions = {}) {
  const api = await startTestApi(options)
  let people = 0
  const start = (holder: Holder, name: string, content: Uint8Array<ArrayBuffer>, type = '') =>
    api.call('startWorkSample', { attemptId: holder.attemptId, name, type, sizeBytes: content.length }, holder.how)
  const send = (holder: Holder, sampleId: string, offset: number, content: Uint8Array<ArrayBuffer>) =>
    api.call('sendWorkSample', { sampleId, offset: String(offset), content }, holder.how)
  return {
    ...api,
    start,
    send,
    /** A new member, with a completed assessment. */
    async holder(): Promise<Holder> {
      people += 1
      const account = { email: `holder${people}@example.com`, password: 'long enough' }
      const { member, tokens } = (await api.call('signup', account, { app: APP })).data
      const attemptId = await completedAttempt(api, member.id)
      return { how: { app: APP, token: tokens.accessToken }, attemptId }
    },
    /** Registers a file and sends it in parts. @returns the last response */
    async upload(
      holder: Holder,
      name: string,
      content: Uint8Array<ArrayBuffer>,
      { type = '', partBytes = 4_000_000 } = {},
    ) {
      const started = (await start(holder, name, content, type)).data
      for (let offset = 0; ; offset += partBytes) {
        const answer = await send(holder, started.id, offset, content.subarray(offset, offset + partBytes))
        if (answer.status !== 200 || offset + partBytes >= content.length) return answer
      }
    },
    async list(holder: Holder): Promise<WorkSample[]> {
      return (await api.call('listWorkSamples', { attemptId: holder.attemptId }, holder.how)).data.samples
    },
    /** The path of a new link to a file. */
    async linkTo(holder: Holder, sampleId: string): Promise<string> {
      const { url } = (await api.call('createSampleLink', { sampleId }, holder.how)).data
      return new URL(url).pathname
    },
    /** Names of the files on the disk. */
    files: () => readdirSync(join(api.folder, 'work-samples')).toSorted(),
  }
}

export type WorkSampleApi = Awaited<ReturnType<typeof openWorkSamples>>

let attempts = 0

/** Owned by the member, or unclaimed; open if the test says so. */
export async function completedAttempt(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  memberId: string | null,
  status: 'COMPLETE' | 'OPEN' = 'COMPLETE',
): Promise<string> {
  attempts += 1
  const id = `att_${attempts}`
  await insertAttempt(store, {
    id,
    appId: APP,
    mode: 'test',
    memberId,
    visitorDigest: null,
    skill: 'Carpenter',
    bankId: 'carpenter',
    category: 'Skilled Trades & Construction',
    questions: [],
    answers: {},
    status,
    startedAt: clock.now(),
    expiresAt: clock.now() + 86_400_000,
    completedAt: status === 'COMPLETE' ? clock.now() : null,
    result: status === 'COMPLETE' ? { score: 90, passed: true, topics: [], sets: [90], second: null } : null,
    counts: true,
    number: 1,
    secondOf: null,
    sittingAt: 1,
    timeFactor: 1,
    networkDigest: null,
    reached: 10,
    timings: {},
    flags: [],
  })
  return id
}
