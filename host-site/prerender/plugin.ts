import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { findAssets, renderDocument } from './document'
import type { PrerenderedSite } from './entry'

const ENTRY = fileURLToPath(new URL('./entry.tsx', import.meta.url))
const TOKENS = fileURLToPath(new URL('../styles/tokens.css', import.meta.url))

/** Writes every route as an HTML file beside the built client files, and what crawlers ask for. */
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

/** Builds the prerenderer for Node, runs it once and leaves nothing behind. */
async function renderInNode(root: string): Promise<PrerenderedSite> {
  // Inside the project, so that what stays outside the bundle is found in its node_modules.
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
    return await prerenderer.renderSite(await readFile(TOKENS, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isPrerenderer = (module: unknown): module is { renderSite: (tokens: string) => Promise<PrerenderedSite> } =>
  typeof module === 'object' && module !== null && 'renderSite' in module
