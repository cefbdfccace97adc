import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { renderDocument, type ClientAssets, type PrerenderedPage } from './document'

const ENTRY = fileURLToPath(new URL('./entry.tsx', import.meta.url))

/** Writes every route as an HTML file beside the built client files. */
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
      const assets = clientAssets(bundle)
      for (const page of await renderInNode(root)) {
        const file = join(folder, page.file)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, renderDocument(page, assets))
      }
    },
  }
}

/** The addresses of what the client build made for its entry. */
function clientAssets(bundle: Rolldown.OutputBundle): ClientAssets {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  if (!entry) throw new Error('The client build has no entry to load.')
  const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'))
  return { script: `/${entry.fileName}`, styles: styles.toSorted().map((file) => `/${file}`) }
}

/** Builds the prerenderer for Node, runs it once and leaves nothing behind. */
async function renderInNode(root: string): Promise<PrerenderedPage[]> {
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
    if (!isPrerenderer(prerenderer)) throw new Error('The prerenderer does not export renderPages.')
    return await prerenderer.renderPages()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isPrerenderer = (module: unknown): module is { renderPages: () => Promise<PrerenderedPage[]> } =>
  typeof module === 'object' && module !== null && 'renderPages' in module
