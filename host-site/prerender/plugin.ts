import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import type { ShownBank } from '../../contract/skill-pages'
import { findAssets, renderDocument } from './document'
import type { PrerenderedSite } from './entry'

const ENTRY = fileURLToPath(new URL('./entry.tsx', import.meta.url))
/** Data, read and not imported: the site shares no code with the API. */
const BANKS = fileURLToPath(new URL('../../api/banks/', import.meta.url))
const TOKENS = fileURLToPath(new URL('../styles/tokens.css', import.meta.url))

/** Writes every route as an HTML file, and the files for crawlers. */
export function prerenderSite(): Plugin {
  let root = process.cwd()
  return {
    name: 'prerender-site',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async writeBundle(options, bundle) {
      const folder = resolve(root, options.dir ?? 'dist/site')
      const assets = findAssets(bundle)
      const site = await renderInNode(root)
      const documents = site.pages.map((page) => ({
        file: page.file,
        content: renderDocument(page, assets(page.name)),
      }))
      for (const { file, content } of [...documents, ...site.files]) {
        const target = join(folder, file)
        await mkdir(dirname(target), { recursive: true })
        await writeFile(target, content)
      }
    },
  }
}

/** Builds the prerenderer for Node, runs it and deletes it. */
async function renderInNode(root: string): Promise<PrerenderedSite> {
  // Inside the project, so that external packages resolve from its node_modules.
  const folder = await mkdtemp(join(root, 'node_modules', '.prerender-site-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        ssr: ENTRY,
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    })
    const prerenderer: unknown = await import(pathToFileURL(join(folder, 'prerender.mjs')).href)
    if (!isPrerenderer(prerenderer)) throw new Error('The prerenderer does not export renderSite.')
    return await prerenderer.renderSite(await readFile(TOKENS, 'utf8'), await readBanks())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The API checks their shape at each start, and a test those of this repository. */
async function readBanks(): Promise<ShownBank[]> {
  const files = (await readdir(BANKS)).filter((file) => file.endsWith('.json')).toSorted()
  return Promise.all(
    files.map(async (file): Promise<ShownBank> => JSON.parse(await readFile(join(BANKS, file), 'utf8'))),
  )
}

interface Prerenderer {
  renderSite: (tokens: string, banks: readonly ShownBank[]) => Promise<PrerenderedSite>
}

const isPrerenderer = (module: unknown): module is Prerenderer =>
  typeof module === 'object' && module !== null && 'renderSite' in module
