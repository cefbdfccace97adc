import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { statusEntry } from '../../../contract/credential/log-entry'
import { proofModes } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { CredentialKeys } from '../../ports/trusttag/credential-store'
import { revocationEntry } from './revoke-credential'
import type { RevocationServices } from './revoke-credential'
import { appendEntries, digestOfIndexes, newestVersions } from './status-versions'

/** Rows and entries that are read at a time. */
const PAGE = 500
const ENTRIES = 10_000

type BackfillServices = Pick<Services, 'store' | 'logGrew'> & RevocationServices

/** A credential whose `revoke` entry is in the log. */
interface FoundRevocation {
  list: number
  index: number
  logIndex: number
}

/**
 * Enters the status lists of an older version in the log, once: which bits are set is read from the log's `revoke` entries.
 * The reading goes in pages beside other work; then one short transaction writes. Of two processes the second finds it done.
 * @param isStopped asked between pages
 * @returns how many lists were entered
 */
export async function backfillStatusLists(services: BackfillServices, isStopped: () => boolean): Promise<number> {
  let entered = 0
  for (const mode of proofModes) {
    if ((await listsToEnter(services.store, mode)).length === 0) continue
    const found = await findRevocations(services, mode, isStopped)
    if (isStopped()) break
    entered += await services.store.transaction((repositories) => enterLists(repositories, services, mode, found))
  }
  if (entered > 0) services.logGrew()
  return entered
}

/** Numbers of the lists that are used, and that the log has no version of. */
async function listsToEnter({ log, statusPlaces }: Pick<Repositories, 'log' | 'statusPlaces'>, mode: ProofMode) {
  const head = await log.head(mode)
  const { list: newest, used } = await statusPlaces.newest(mode)
  if (!head || used === 0) return []
  const versions = await newestVersions(log, mode, head.size)
  const lists: number[] = []
  for (let list = 1; list <= newest; list += 1)
    if (!versions.has(list) && (await statusPlaces.isUsed(mode, list))) lists.push(list)
  return lists
}

/** Every credential that there still is whose revocation is in the log. */
async function findRevocations(
  { store }: Pick<Services, 'store'>,
  mode: ProofMode,
  isStopped: () => boolean,
): Promise<FoundRevocation[]> {
  const size = (await store.log.head(mode))?.size ?? 0
  const entries = new Map<string, number>()
  for (let from = 0; from < size && !isStopped(); from += ENTRIES)
    for (const { entry, position } of await store.log.listRevocations(mode, from, ENTRIES)) entries.set(entry, position)
  const found: FoundRevocation[] = []
  for (let after = ''; entries.size > 0 && !isStopped();) {
    const page = await store.credentials.listKeys(mode, after, PAGE)
    for (const keys of page) found.push(...foundIn(entries, keys))
    const last = page.at(-1)
    if (!last) break
    after = last.tagId
    await yieldToEventLoop()
  }
  return found
}

function foundIn(entries: ReadonlyMap<string, number>, keys: CredentialKeys): FoundRevocation[] {
  const logIndex = entries.get(revocationEntry(keys))
  return logIndex === undefined ? [] : [{ list: keys.statusList, index: keys.statusIndex, logIndex }]
}

/** What was revoked since the reading has its row already: the new version writes both. */
async function enterLists(
  { log, statusPlaces }: Pick<Repositories, 'log' | 'statusPlaces'>,
  services: BackfillServices,
  mode: ProofMode,
  found: readonly FoundRevocation[],
): Promise<number> {
  await log.lock(mode)
  const lists = await listsToEnter({ log, statusPlaces }, mode)
  const now = services.clock.now()
  for (const one of found)
    if (lists.includes(one.list)) await statusPlaces.addRevocation({ mode, version: 1, ...one }, now)
  const entries: string[] = []
  for (const list of lists) {
    // Bits of credentials that were erased: only the column of then still knows them.
    for (const index of await statusPlaces.listMarked(mode, list))
      await statusPlaces.addRevocation({ mode, list, index, version: 1, logIndex: null }, now)
    const rows = await statusPlaces.listRevocations(mode, list)
    entries.push(statusEntry({ list, version: 1, digest: digestOfIndexes(rows.map(({ index }) => index)) }))
  }
  if (entries.length > 0) await appendEntries({ log }, services, mode, entries)
  return entries.length
}
