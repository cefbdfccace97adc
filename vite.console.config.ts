import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { thirdPartyNotices } from './commands/packages/notices.mjs'

/** The console: three pages in `dist/console`: the app, the page of people who are not logged in, and the preview in a frame. */
export default defineConfig({
  root: fileURLToPath(new URL('console', import.meta.url)),
  base: '/console/',
  publicDir: false,
  plugins: [react(), englishOnly(), styleHashes(), thirdPartyNotices('the console')],
  build: {
    outDir: fileURLToPath(new URL('dist/console', import.meta.url)),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Icons and fonts are files: the policy allows data: for images only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'entrance.html', 'preview.html'].map((page) =>
        fileURLToPath(new URL(`console/${page}`, import.meta.url)),
      ),
      output: {
        // The server serves plain names only; a shared part's own name lists its entries, joined by `~`.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        assetFileNames: ({ names }) =>
          names[0]?.includes('~')
            ? `assets/${names[0].split('~')[0]}-[hash][extname]`
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // All that the preview needs: its frame must open fast.
            {
              name: 'membership',
              test: /\/console\/(data\/membership|lib\/(failure|preview-messages))\.ts/,
              priority: 3,
            },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            // Apart from what screens share: parts of one another would import each other in a circle.
            { name: 'query', test: /node_modules\/(@tanstack|nanostores|@nanostores|wouter)\//, priority: 2 },
            // What every page shows; a screen's own parts stay in its chunk.
            {
              name: 'shared',
              test: /\/console\/(?!screens\/)|\/contract\//,
              minShareCount: 2,
              priority: 1,
              // Parts that only screens use, such as tables or checkboxes, load with them.
              entriesAware: true,
              entriesAwareMergeThreshold: 8_000,
            },
          ],
        },
      },
    },
  },
})

/** React Aria ships its few hidden labels in 34 languages. The console has English, also for the others until it is translated. */
function englishOnly(): Plugin {
  return {
    name: 'english-only',
    enforce: 'pre',
    load: (id) =>
      /\/react-(?:aria|stately|aria-components)\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.(?:mjs|js)$/.test(id)
        ? `export { default } from './en-US${extname(id)}'`
        : null,
  }
}

/** Files of React Aria that add a style element, which the console's policy allows by its hash. */
const STYLED = ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs']

/** Writes `style-hashes.json`: hashes of the style elements that React Aria adds to a page. */
function styleHashes(): Plugin {
  return {
    name: 'style-hashes',
    apply: 'build',
    async generateBundle() {
      const hashes = await Promise.all(STYLED.map(readStyleHash))
      this.emitFile({ type: 'asset', fileName: 'style-hashes.json', source: JSON.stringify(hashes) })
    },
  }
}

async function readStyleHash(file: string): Promise<string> {
  const path = fileURLToPath(new URL(`node_modules/react-aria/dist/private/${file}`, import.meta.url))
  const code = await readFile(path, 'utf8')
  const [, text] = /style\.textContent = `([^`]*)`\s*\.trim\(\)/u.exec(code) ?? []
  if (text === undefined) throw new Error(`${file} of React Aria adds its style in another way now.`)
  const style = text.replaceAll(/\$\{([$\w]+)\}/gu, (_, name: string) => readConstant(code, name)).trim()
  return `sha256-${createHash('sha256').update(style).digest('base64')}`
}

function readConstant(code: string, name: string): string {
  const [, value] = new RegExp(`const ${name.replaceAll('$', '\\$')} = '([^']*)'`, 'u').exec(code) ?? []
  if (value === undefined) throw new Error(`React Aria does not define ${name} as a text.`)
  return value
}
