/** @typedef {import('../../commands/test/import-graph.mjs').ImportGraph} ImportGraph */

/** A shorter file with one importer belongs in its importer. */
export const CRUMB_LINES = 40

/** Folders that have one file per entry on purpose, and tables of texts, which translators work on. */
const CATALOGUES = [
  /\/migrations\//u,
  /^widget\/modals\/texts\//u,
  /^console\/texts\//u,
  /\/banks\//u,
  /^api\/.*\/(?:mail|page)-texts\.ts$/u,
]

/** Entry points that a table loads: one file for each route of the site and each screen of widget and console. */
const ENTRY_POINTS = [
  /^host-site\/pages\//u,
  /^widget\/modals\/[\w-]+\.tsx$/u,
  /^console\/screens\/[\w-]+\/[\w-]+-screen\.tsx$/u,
]

/** @param {string} path */
const isEntryPoint = (path) => ENTRY_POINTS.some((entry) => entry.test(path))

/** @param {string} path */
export const isCatalogue = (path) => CATALOGUES.some((catalogue) => catalogue.test(path))

/**
 * Files under 40 lines with exactly one importer, without entry points and catalogues.
 * @param {ImportGraph} graph
 * @param {(path: string) => boolean} isAbout
 * @returns {string[]} paths
 */
export function crumbs({ files, importers }, isAbout) {
  return [...files.values()]
    .filter(({ path, lines }) => lines < CRUMB_LINES && importers.get(path)?.size === 1)
    .map(({ path }) => path)
    .filter((path) => isAbout(path) && !isCatalogue(path) && !isEntryPoint(path))
    .toSorted()
}
