import type { SampleFile } from './sample-file'

export interface UploadsState {
  files: readonly SampleFile[]
  /** Why the list may lack what the server has; empty when it does not. */
  problem: string
  /** What readers are told next. */
  said: string
}

/** Holds a state and tells those who listen. */
export function createUploadsState(onChange: (state: UploadsState) => void) {
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
