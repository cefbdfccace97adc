import type { WorkSample } from '../../../contract/schemas/work-samples'
import type { SiteApi } from '../../lib/site-api'
import {
  checkFile,
  isUnfinished,
  merge,
  pauseText,
  progressOf,
  type SampleFile,
  versionOf,
  workSampleTexts,
} from './sample-file'
import { type Pause, sendFile, type SendFileDeps, type SendOutcome } from './send-file'

interface UploadsDeps extends SendFileDeps {
  attemptId: string
  pause: Pause
  /** Called with whether leaving the page would lose files. */
  guard: (isUnfinished: boolean) => void
}

export interface Uploads {
  state: () => UploadsState
  /** Calls back after each change. Returns the unsubscriber. */
  subscribe: (listener: () => void) => () => void
  /**
   * True once the attempt belongs to the logged-in member: then waiting files are sent and the server's list is loaded.
   */
  allow: (isAllowed: boolean) => void
  /** Reloads the server's list. */
  load: () => Promise<void>
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  /** Removes a file here and on the server. */
  remove: (key: string) => Promise<void>
  /** A URL that is valid for some minutes; null on failure, which the file then shows. */
  link: (key: string) => Promise<string | null>
}

/** The server's samples and the uploads in progress, sent one at a time. */
export function createUploads({ guard, ...deps }: UploadsDeps): Uploads {
  const { api, attemptId } = deps
  const store = createUploadsState(({ files }) => guard(files.some(isUnfinished)))
  const sources = new Map<string, File>()
  const queue = createUploadQueue({ ...deps, store, sources })
  let isAllowed = false

  async function load(): Promise<void> {
    if (!isAllowed) return
    const version = versionOf(store.state().files)
    const result = await api.call('listWorkSamples', { attemptId })
    // The list has changed since the request.
    if (version !== versionOf(store.state().files)) return load()
    if (result.success) store.change({ files: merge(store.state().files, result.data.samples), problem: '' })
    else store.change({ problem: result.error || workSampleTexts.notListed })
  }

  return {
    state: store.state,
    subscribe: store.subscribe,
    load,
    allow(next) {
      if (isAllowed === next) return
      isAllowed = next
      if (next) void load().then(() => isAllowed && queue.resume())
      else queue.suspend()
    },
    add(files) {
      const added = files.filter((file) => !isListed([...sources.values()], file))
      for (const file of added) place(store, sources, file)
      store.change({ said: addedText(files.length, added.length) })
      if (isAllowed) queue.resume()
    },
    retry: (key) => queue.again(key),
    async remove(key) {
      const file = store.find(key)
      const source = sources.get(key)
      if (!file) return
      store.drop(key)
      sources.delete(key)
      queue.stop(key)
      store.change({ said: `${file.name} is removed.` })
      if (file.sampleId === null || (await isRemoved(api, file.sampleId))) return
      restore(store, sources, file, source)
    },
    async link(key) {
      const sampleId = store.find(key)?.sampleId ?? ''
      const result = await api.call('createSampleLink', { sampleId })
      store.update(key, { problem: result.success ? '' : result.error || workSampleTexts.noLink })
      return result.success ? result.data.url : null
    },
  }
}

const isListed = (known: readonly File[], { name, size, lastModified }: File): boolean =>
  known.some((other) => other.name === name && other.size === size && other.lastModified === lastModified)

/** Adds a chosen file to the list: it resumes an interrupted upload, or is new. */
function place(store: UploadsStore, sources: Map<string, File>, file: File): void {
  const { name, size } = file
  const { files } = store.state()
  const begun = files.find((one) => one.status === 'interrupted' && one.name === name && one.sizeBytes === size)
  const key = begun?.key ?? store.newKey()
  const problem = checkFile(file)
  if (!problem) sources.set(key, file)
  if (begun) return store.update(key, { status: 'waiting', problem: '' })
  const status = problem ? 'failed' : 'waiting'
  const listed = {
    key,
    sampleId: null,
    name,
    sizeBytes: size,
    sentBytes: 0,
    status,
    problem,
    mayRetry: !problem,
  } as const
  store.change({ files: [...files, listed] })
}

async function isRemoved(api: Pick<SiteApi, 'call'>, sampleId: string): Promise<boolean> {
  const result = await api.call('deleteWorkSample', { sampleId })
  return result.success || result.code === 'work-sample-not-found'
}

/** Lists a file again whose removal failed. */
function restore(store: UploadsStore, sources: Map<string, File>, file: SampleFile, source: File | undefined): void {
  if (source) sources.set(file.key, source)
  const problem = workSampleTexts.notRemoved
  const status = !isUnfinished(file) ? file.status : source ? 'failed' : 'interrupted'
  store.change({ files: [...store.state().files, { ...file, problem, status }], said: problem })
}

function addedText(chosen: number, added: number): string {
  if (added < chosen) return workSampleTexts.twice
  return added === 1 ? '1 file is added.' : `${added} files are added.`
}

interface UploadsState {
  files: readonly SampleFile[]
  /** Why the list may be incomplete; empty if it is complete. */
  problem: string
  /** The next screen reader announcement. */
  said: string
}

function createUploadsState(onChange: (state: UploadsState) => void) {
  let current: UploadsState = { files: [], problem: '', said: '' }
  let keys = 0
  const listeners = new Set<() => void>()
  function change(next: Partial<UploadsState>): void {
    current = { ...current, ...next }
    onChange(current)
    listeners.forEach((listener) => listener())
  }
  const find = (key: string): SampleFile | undefined => current.files.find((file) => file.key === key)
  return {
    state: () => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change,
    /** For a file without a server ID. */
    newKey: () => `own-${(keys += 1)}`,
    find,
    /** Does nothing if the file was removed. */
    update: (key: string, next: Partial<SampleFile>): void => {
      if (find(key)) change({ files: current.files.map((file) => (file.key === key ? { ...file, ...next } : file)) })
    },
    drop: (key: string): void => change({ files: current.files.filter((file) => file.key !== key) }),
  }
}

export type UploadsStore = ReturnType<typeof createUploadsState>

interface UploadQueueDeps extends SendFileDeps {
  attemptId: string
  pause: Pause
  store: UploadsStore
  /** The files by key, until the server has them. */
  sources: Map<string, File>
}

interface Turn {
  key: string
  stopping: AbortController
  waking: AbortController
}

/** One file at a time: two would share the bandwidth. */
export function createUploadQueue(deps: UploadQueueDeps) {
  const { store, sources } = deps
  let running: Turn | null = null

  function next(): void {
    const file = store.state().files.find(({ status }) => status === 'queued')
    const source = file && sources.get(file.key)
    if (running || !file || !source) return
    const turn = { key: file.key, stopping: new AbortController(), waking: new AbortController() }
    running = turn
    void send(deps, turn, source).finally(() => {
      if (running === turn) running = null
      next()
    })
  }

  function stop(key: string): void {
    if (running?.key !== key) return
    running.stopping.abort()
    running = null
    next()
  }

  return {
    /** Stops one file and continues with the next. */
    stop,
    /** Queues the waiting files. */
    resume() {
      setAll(store, ['waiting'], 'queued')
      next()
    },
    /** Makes all unfinished files wait. */
    suspend() {
      setAll(store, ['queued', 'sending', 'paused'], 'waiting')
      if (running) stop(running.key)
    },
    /** Retries a file at once. */
    again(key: string) {
      if (running?.key === key) return running.waking.abort()
      store.update(key, { status: 'queued', problem: '' })
      next()
    },
  }
}

type Status = SampleFile['status']

function setAll(store: UploadsStore, from: readonly Status[], status: Status): void {
  for (const file of store.state().files) if (from.includes(file.status)) store.update(file.key, { status })
}

async function send(deps: UploadQueueDeps, turn: Turn, file: File): Promise<void> {
  const { store, sources, attemptId, pause } = deps
  const { key, stopping } = turn
  store.update(key, { status: 'sending', problem: '' })
  const outcome = await sendFile(deps, {
    attemptId,
    file,
    sampleId: store.find(key)?.sampleId ?? null,
    signal: stopping.signal,
    onProgress: (sample) => void advance(deps, turn, sample),
    async pause(seconds, why) {
      sayPause(store, key, pauseText(why))
      turn.waking = new AbortController()
      await pause(seconds, AbortSignal.any([stopping.signal, turn.waking.signal]))
    },
  })
  if (outcome.outcome === 'stopped') return
  if (outcome.outcome === 'ready' || outcome.outcome === 'other') sources.delete(key)
  store.update(key, settled(outcome))
  store.change({ said: saidOf(file.name, outcome) })
}

/** If the file was removed in the meantime, it is deleted on the server too. */
async function advance({ api, store }: UploadQueueDeps, { key, stopping }: Turn, sample: WorkSample): Promise<void> {
  if (!store.find(key)) await api.call('deleteWorkSample', { sampleId: sample.id })
  else if (stopping.signal.aborted) store.update(key, progressOf(sample))
  else store.update(key, { ...progressOf(sample), status: 'sending', problem: '' })
}

function sayPause(store: UploadsStore, key: string, problem: string): void {
  const file = store.find(key)
  store.update(key, { status: 'paused', problem })
  if (file && file.status !== 'paused') store.change({ said: `${file.name}: ${problem}` })
}

type Settled = Exclude<SendOutcome, { outcome: 'stopped' }>

function settled(outcome: Settled): Partial<SampleFile> {
  if (outcome.outcome === 'other') return { status: 'interrupted', problem: workSampleTexts.other }
  if (outcome.outcome === 'ready') return { status: 'ready', problem: '' }
  const { problem, mayRetry, isGone } = outcome
  return { status: 'failed', problem, mayRetry, ...(isGone && { sampleId: null, sentBytes: 0 }) }
}

const saidOf = (name: string, outcome: Settled): string =>
  outcome.outcome === 'ready'
    ? `${name} is uploaded.`
    : `${name} is not uploaded. ${outcome.outcome === 'other' ? workSampleTexts.other : outcome.problem}`
