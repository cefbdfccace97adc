import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { subsetFonts } from './commands/build/subset-fonts.mjs'
import { thirdPartyNotices } from './commands/packages/notices.mjs'
import { prerenderSite } from './host-site/prerender/plugin'

/** Signatures, the log and credentials; not the words about them, which a page shows at once. */
const PROOF =
  /\/contract\/(tlog\/|credential\/(?!report)|bytes|ed25519)|node_modules\/(@noble\/hashes|@scure|canonicalize)\//

/** What only the pages of profiles draw, and what is bought and issued there. */
const PROFILES = /\/host-site\/features\/(profile|public-profile|checkout|issue)[/.]/

/** The names of all skills: most pages show none. */
const CATALOG =
  /\/(contract\/(skills|skill-pages|skill-facts|micro-certs)\.|host-site\/(content\/categories|lib\/pending-answers|features\/skills\/))/

/** What holders do first with a TrustTag. */
const TAKING = /\/host-site\/features\/issue\/(take-tag|linked-in|issued-tag)/

/** For paths without a page. */
const LOST = /\/host-site\/features\/missing-page/

/** Long forms: pages that are only read do without. */
const FORMS = /\/host-site\/(features\/(messages\/|account\/login)|ui\/field\.|lib\/form\.)/

/** React, and what routes. */
const LIBRARIES = /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)\//

/** What a page that is only read needs: nothing else may come with it. */
const READING = /\/host-site\/lib\/(browser-keys|membership-script)|vite\/preload-helper/

/** What several pages have in common. */
const SHARED =
  /\/(host-site\/(?!pages\/)|contract\/(?!tlog\/|credential\/(?!report)|bytes|ed25519))|vite\/preload-helper/

/** The TrustTag site: hashed client files and one prerendered HTML file for each route, in `dist/site`. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'host-site/public',
  plugins: [react(), subsetFonts(), prerenderSite(), hashesOfTheirOwn(), thirdPartyNotices('this site')],
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: ['host-site/main.tsx', 'host-site/read.ts'],
      // Libraries in a file of their own: it stays in the browser's store while the site changes. What two pages have in common
      // comes in one file for all of them, not in a dozen of a few bytes.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: LIBRARIES, priority: 2 },
            { name: 'reading', test: READING, minShareCount: 2, priority: 3 },
            { name: 'profiles', test: PROFILES, minShareCount: 2, priority: 2 },
            { name: 'taking', test: TAKING, minShareCount: 2, priority: 3 },
            { name: 'lost', test: LOST, minShareCount: 2, priority: 2 },
            { name: 'catalog', test: CATALOG, minShareCount: 2, priority: 2 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 2 },
            { name: 'legal', test: /\/host-site\/ui\/legal-text/, minShareCount: 2, priority: 2 },
            { name: 'shared', test: SHARED, minShareCount: 2, priority: 1 },
            // What checks TrustTags, for the pages and the parts that do: nobody else loads it.
            { name: 'proof', test: PROOF, minShareCount: 2 },
          ],
        },
      },
    },
  },
})

/**
 * SHA-512 comes in one file with SHA-256, which every check of a TrustTag needs. Only the library for browsers without Ed25519
 * needs SHA-512: it gets a copy of that file, so that nobody else loads it.
 */
function hashesOfTheirOwn(): Plugin {
  return {
    name: 'hashes-of-their-own',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.startsWith('@noble/hashes/') || !importer?.endsWith('/contract/ed25519-library.ts')) return null
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found && { ...found, id: `${found.id}?sha-512` }
    },
  }
}
