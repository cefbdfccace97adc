import { readFileSync } from 'node:fs'
import { BaseSequencer } from 'vitest/node'

/** @typedef {import('vitest/node').TestSpecification} TestSpecification */

/** Vitest uses a process again only if the next file has the same environment, so files with a DOM follow each other. */
export class ByEnvironment extends BaseSequencer {
  /** @override @param {TestSpecification[]} files */
  async sort(files) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's method, which also keeps projects together
    const sorted = await super.sort(files)
    /** @type {Map<string, TestSpecification[]>} */
    const groups = new Map()
    for (const file of sorted) {
      const key = `${file.project.name} ${environmentOf(file)}`
      groups.set(key, [...(groups.get(key) ?? []), file])
    }
    return [...groups.values()].flat()
  }
}

/** @param {TestSpecification} file */
const environmentOf = ({ moduleId }) =>
  /^\/\/ @vitest-environment (\S+)/u.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node'
