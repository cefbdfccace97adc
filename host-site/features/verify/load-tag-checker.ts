import type { SiteApi } from '../../lib/site-api'
import type { TagChecker } from './finding'

/**
 * The checker, which is loaded on its first use. Where its file cannot be had it could check nothing, and says so.
 * @param load by itself its own file
 */
export function loadTagChecker(
  readOpenFile: SiteApi['readOpenFile'],
  load = () => import('./tag-checker'),
): TagChecker {
  let loading: Promise<TagChecker | null> | null = null
  const loaded = async (): Promise<TagChecker | null> => {
    loading ??= load().then(
      ({ createTagChecker }) => createTagChecker({ readOpenFile, now: Date.now }),
      () => null,
    )
    const checker = await loading
    // Asked for again the next time.
    if (!checker) loading = null
    return checker
  }
  return {
    prepare: async () => (await loaded())?.prepare() ?? false,
    checkTag: async (id, answer) => (await loaded())?.checkTag(id, answer) ?? { outcome: 'unchecked', answer },
    checkFiles: async (files, before) =>
      (await loaded())?.checkFiles(files, before) ?? { outcome: 'refused', problem: 'unprepared', fileName: '' },
    complete: async (finding) => (await loaded())?.complete(finding) ?? finding,
  }
}
