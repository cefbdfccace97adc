import { isDeepStrictEqual } from 'node:util'
import type { Repositories } from '../../ports/store'
import type { AppDefinition } from '../app-definition'
import { AppDefinitionError, KEYS_TAKEN } from './app-definition-error'
import { checkChange } from './check-change'

/** What a definition that is brought in does to what is stored. */
export interface AppChange {
  kind: 'add' | 'change' | 'none'
  /** Names of the top-level parts that differ. */
  parts: string[]
}

/**
 * Compares a definition with what is stored at this moment.
 * @param file name of the file that the definition stands in, for errors
 * @throws AppDefinitionError with everything that is refused
 */
export async function planChange(
  { apps }: Pick<Repositories, 'apps'>,
  file: string,
  after: AppDefinition,
): Promise<AppChange> {
  const stored = await apps.list()
  const before = stored.find(({ id }) => id === after.id)
  const others = stored.filter((app) => app !== before)
  const problems = [
    ...(others.some((other) => sharesKey(other, after)) ? [KEYS_TAKEN] : []),
    ...(before ? checkChange(before, after) : []),
  ]
  if (problems.length > 0) throw new AppDefinitionError(file, problems)
  if (!before) return { kind: 'add', parts: Object.keys(after) }
  const parts = partsThatDiffer(before, after)
  return { kind: parts.length > 0 ? 'change' : 'none', parts }
}

/** A key is looked for among those of both modes. */
const sharesKey = (one: AppDefinition, other: AppDefinition): boolean =>
  [one.keys.test, one.keys.live].some((key) => key === other.keys.test || key === other.keys.live)

function partsThatDiffer(before: AppDefinition, after: AppDefinition): string[] {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return names.filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)))
}
