/** @typedef {import('./import-graph.mjs').ImportGraph} ImportGraph */

/** A file with fewer lines and one importer belongs into that importer. */
export const CRUMB_LINES = 40

/** Many files of one kind on purpose: each is a row of its own. */
const CATALOGUES = [/\/migrations\//u, /^widget\/inspector\/rules\//u, /^widget\/modals\/texts\//u, /\/banks\//u]

/** @param {string} path */
export const isCatalogue = (path) => CATALOGUES.some((catalogue) => catalogue.test(path))

/**
 * Files under 40 lines with exactly one importer. Files that nothing imports are entry points.
 * @param {ImportGraph} graph
 * @param {(path: string) => boolean} isAbout
 * @returns {string[]} paths
 */
export function crumbs({ files, importers }, isAbout) {
  return [...files.values()]
    .filter(({ path, lines }) => lines < CRUMB_LINES && importers.get(path)?.size === 1)
    .map(({ path }) => path)
    .filter((path) => isAbout(path) && !isCatalogue(path))
    .toSorted()
}
