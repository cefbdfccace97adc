import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import type { AdminEndpointName } from '../../contract/admin/endpoints'
import type { AdminOutput } from '../../contract/admin/schemas'
import type { Failure } from '../lib/failure'
import type { CallInput, Mode, Reply, Scope } from './client'
import { useConsole, useOptionalScope } from './console'

/** Key of a query. Test Mode and live never share one. */
export const keyOf = (scope: Scope | null, name: AdminEndpointName, input?: object): QueryKey => [
  scope?.appId ?? null,
  scope?.mode ?? null,
  name,
  ...(input ? [input] : []),
]

export interface ReadOptions {
  /** False: not yet. */
  isEnabled?: boolean
  /** Shows the rows of the last filter until the next ones are there. */
  keepsPrevious?: boolean
  /** Asks again after so many milliseconds, for what changes by itself. */
  everyMs?: number
  /** Default: the mode of the screen. */
  mode?: Mode
  /** False: shows a failure that another part of the screen got, instead of a new try. */
  retriesOnMount?: boolean
}

/** Reads of an endpoint, with the whole body: lists have a cursor beside `data`. */
export function useRead<K extends AdminEndpointName>(name: K, input: CallInput<K>, options: ReadOptions = {}) {
  const { client } = useConsole()
  const current = useOptionalScope()
  const { isEnabled = true, keepsPrevious = false, everyMs, mode, retriesOnMount = true } = options
  const scope = current && mode ? { ...current, mode } : current
  return useQuery<Reply<K>, Failure>({
    queryKey: keyOf(scope, name, input),
    queryFn: ({ signal }) => client.call(name, input, { scope, signal }),
    enabled: isEnabled,
    retryOnMount: retriesOnMount,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(everyMs && { refetchInterval: everyMs }),
  })
}

/**
 * The pages of a list, one after the other.
 * @param cursorInput input of the next page
 */
export function useReadPages<K extends AdminEndpointName>(
  name: K,
  input: CallInput<K>,
  cursorInput: (cursor: string) => Partial<CallInput<K>>,
) {
  const { client } = useConsole()
  const scope = useOptionalScope()
  return useInfiniteQuery<Reply<K>, Failure, { pages: Reply<K>[] }, QueryKey, string | null>({
    queryKey: keyOf(scope, name, { ...input, pages: true }),
    queryFn: ({ pageParam, signal }) =>
      client.call(name, pageParam === null ? input : { ...input, ...cursorInput(pageParam) }, { scope, signal }),
    initialPageParam: null,
    getNextPageParam: ({ hasNextPage, endCursor }) => (hasNextPage ? (endCursor ?? null) : null),
    placeholderData: keepPreviousData,
  })
}

/** Data that a cached read shows before the server's response. */
export interface Expected<Input> {
  /** The read, with the input under which it is cached. */
  of: AdminEndpointName
  input: object
  /** Its `data` as it will be. */
  apply: (data: never, input: Input) => unknown
}

export interface WriteOptions<K extends AdminEndpointName> {
  /** Reads to load again, whether it succeeded or not. */
  changes: readonly AdminEndpointName[]
  /** Names, fields, order and notes only: never money, rights, deletes or live mode. A failure rolls back. */
  expects?: Expected<CallInput<K>>
  /** Version that the change is based on. */
  ifMatch?: string
  onDone?: (data: AdminOutput<K>, input: CallInput<K>) => void
}

/** A change. A refused step-up asks for the password and repeats by itself. */
export function useWrite<K extends AdminEndpointName>(name: K, options: WriteOptions<K>) {
  const { client } = useConsole()
  const scope = useOptionalScope()
  const queries = useQueryClient()
  const { changes, expects, ifMatch, onDone } = options
  return useMutation<Reply<K>, Failure, CallInput<K>, () => void>({
    mutationFn: (input) => client.call(name, input, { scope, ...(ifMatch && { ifMatch }) }),
    async onMutate(input) {
      if (!expects) return () => undefined
      const key = keyOf(scope, expects.of, expects.input)
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<{ data: never }>(key)
      if (before) queries.setQueryData(key, { ...before, data: expects.apply(before.data, input) })
      return () => queries.setQueryData(key, before)
    },
    onError: (_, __, rollBack) => rollBack?.(),
    onSuccess: ({ data }, input) => onDone?.(data, input),
    onSettled: () => Promise.all(changes.map((read) => queries.invalidateQueries({ queryKey: keyOf(scope, read) }))),
  })
}

/** Reads again what changed without a write of this page: by a job of the server. */
export function useReload(): (reads: readonly AdminEndpointName[]) => void {
  const scope = useOptionalScope()
  const queries = useQueryClient()
  return (reads) => {
    for (const read of reads) void queries.invalidateQueries({ queryKey: keyOf(scope, read) })
  }
}
