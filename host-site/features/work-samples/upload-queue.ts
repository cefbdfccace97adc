import type { WorkSample } from '../../../contract/schemas/work-samples'
import { pauseText, progressOf, type SampleFile, workSampleTexts } from './sample-file'
import { type Pause, sendFile, type SendFileDeps, type SendOutcome } from './send-file'
import type { UploadsStore } from './uploads'

interface UploadQueueDeps extends SendFileDeps {
  attemptId: string
  pause: Pause
  store: UploadsStore
  /** The files themselves, by key, until the server has them. */
  sources: Map<string, File>
}

interface Turn {
  key: string
  stopping: AbortController
  /** Ends a pause. */
  waking: AbortController
}

/** Sends one file at a time: parts of two would share one line. */
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
    /** Leaves a file, and goes on with the next one. */
    stop,
    /** Sends whatever waits. */
    resume() {
      setAll(store, ['waiting'], 'queued')
      next()
    },
    /** Has everything wait. */
    suspend() {
      setAll(store, ['queued', 'sending', 'paused'], 'waiting')
      if (running) stop(running.key)
    },
    /** Tries a file once more, at once. */
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

/** The server has more of a file; a file that was removed in between is deleted there too. */
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
