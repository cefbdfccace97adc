import { notices, NOTICES_FILE, packageOf } from './notices.mjs'

/**
 * Writes the notices of every package that something of went into a build, beside what was built. What was looked at and left
 * out is not named.
 * @param {string} what as its readers know it
 * @returns {import('vite').Plugin}
 */
export function thirdPartyNotices(what) {
  return {
    name: 'third-party-notices',
    apply: 'build',
    async generateBundle(_, bundle) {
      const paths = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
          : // Paths of assets are told without what stands before them.
            file.originalFileNames.map((name) => `/${name}`),
      )
      const names = paths.flatMap((path) => packageOf(path) ?? [])
      this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: await notices(names, what) })
    },
  }
}
