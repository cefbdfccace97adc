import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Vitest uses a process again only if the next file has the same environment, so files with a DOM follow each other. */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's method, which also keeps projects together
    const sorted = await super.sort(files)
    const groups = new Map<string, TestSpecification[]>()
    for (const file of sorted) {
      const key = `${file.project.name} ${environmentOf(file)}`
      groups.set(key, [...(groups.get(key) ?? []), file])
    }
    return [...groups.values()].flat()
  }
}

const environmentOf = ({ moduleId }: TestSpecification): string =>
  /^\/\/ @vitest-environment (\S+)/u.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node'
