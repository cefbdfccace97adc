import type { SiteApi } from '../../lib/site-api'
import { checkFile, isUnfinished, merge, type SampleFile, versionOf, workSampleTexts } from './sample-file'
import type { Pause, SendFileDeps } from './send-file'
import { createUploadQueue } from './upload-queue'

interface UploadsDeps extends SendFileDeps {
  attemptId: string
  pause: Pause
  /** Told whether leaving the page would lose something. */
  guard: (isUnfinished: boolean) => void
}

export interface Uploads {
  state: () => UploadsState
  /** Calls back after each change. Answers the unsubscriber. */
  subscribe: (listener: () => void) => () => void
  /** True once the assessment is the member's who is logged in: then what waits is sent, and what the server has is listed. */
  allow: (isAllowed: boolean) => void
  /** Asks the server again what it has. */
  load: () => Promise<void>
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  /** Takes a file away, here and on the server. */
  remove: (key: string) => Promise<void>
  /** An address that shows a file for some minutes; null when there is none, and the file says why. */
  link: (key: string) => Promise<string | null>
}

/** The work samples of an assessment: those that the server has, and those on their way, one after the other. */
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
    // The answer may lack what was done since the question.
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
      if (source) sources.set(key, source)
      store.change({ files: [...store.state().files, kept(file, source)], said: workSampleTexts.notRemoved })
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

/** Puts a chosen file in the list: as what goes on with an interrupted one, or as a new one. */
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

/** A file that the server still has. */
function kept(file: SampleFile, source: File | undefined): SampleFile {
  const problem = workSampleTexts.notRemoved
  if (!isUnfinished(file)) return { ...file, problem }
  return { ...file, problem, status: source ? 'failed' : 'interrupted' }
}

function addedText(chosen: number, added: number): string {
  if (added < chosen) return workSampleTexts.twice
  return added === 1 ? '1 file is added.' : `${added} files are added.`
}

interface UploadsState {
  files: readonly SampleFile[]
  /** Why the list may lack what the server has; empty when it does not. */
  problem: string
  /** What readers are told next. */
  said: string
}

/** Holds a state and tells those who listen. */
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
    /** For a file that the server has no name for. */
    newKey: () => `own-${(keys += 1)}`,
    find,
    /** Changes one file, if it is still in the list. */
    update: (key: string, next: Partial<SampleFile>): void => {
      if (find(key)) change({ files: current.files.map((file) => (file.key === key ? { ...file, ...next } : file)) })
    },
    drop: (key: string): void => change({ files: current.files.filter((file) => file.key !== key) }),
  }
}

export type UploadsStore = ReturnType<typeof createUploadsState>
