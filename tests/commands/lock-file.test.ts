import { describe, expect, it } from 'vitest'
import lock from '../../package-lock.json' with { type: 'json' }

interface Locked {
  version?: string
  optionalDependencies?: Record<string, string>
}

/** Optional dependencies that the lock file lacks: `npm ci` would refuse the file. */
function missingOptional(packages: Record<string, Locked>): string[] {
  const paths = Object.keys(packages)
  const known = new Set(paths.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)))
  return Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !known.has(name)),
  )
}

describe('package-lock.json', () => {
  it('contains the optional packages of every platform, so that a fresh clone installs anywhere', () => {
    expect(missingOptional(lock.packages)).toEqual([])
  })

  it('fails the check without one', () => {
    const packages = { 'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' } } }
    expect(missingOptional({ ...packages, 'node_modules/a-linux': {} })).toEqual(['a-mac'])
  })
})
