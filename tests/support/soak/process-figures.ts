import type { KillableApi } from '../start-killable-api'

/** Counters that must stay constant while a process works. */
export const watchedFigures = {
  residentBytes: 'process_resident_memory_bytes',
  heapBytes: 'nodejs_heap_size_used_bytes',
  files: 'process_open_fds',
  timers: 'nodejs_active_resources{type="Timeout"}',
  sockets: 'nodejs_active_handles{type="Socket"}',
} as const

export type ProcessFigures = Record<keyof typeof watchedFigures, number>

/** @param token METRICS_TOKEN of the process */
export async function readFigures({ url }: Pick<KillableApi, 'url'>, token: string): Promise<ProcessFigures> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`The counters were answered ${response.status}.`)
  const lines = (await response.text()).split('\n')
  if (!lines.some((line) => line.startsWith('# TYPE nodejs_active_resources ')))
    throw new Error('The counters are others.')
  // Counters at zero have no line.
  const read = (name: string) =>
    Number(
      lines
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  return {
    residentBytes: read(watchedFigures.residentBytes),
    heapBytes: read(watchedFigures.heapBytes),
    files: read(watchedFigures.files),
    timers: read(watchedFigures.timers),
    sockets: read(watchedFigures.sockets),
  }
}
