import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lazyModules, styleTexts } from './commands/build/lazy-modules.mjs'
import { eagerFunctions } from './commands/build/eager-functions.mjs'
import { thirdPartyNotices } from './commands/packages/notices.mjs'

/** The widget as one classic script. React is evaluated when the first modal is opened or warmed, not when the page loads. */
export default defineConfig({
  plugins: [styleTexts(), lazyModules(), react(), eagerFunctions(), thirdPartyNotices('membership.js')],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: fileURLToPath(new URL('dist/widget', import.meta.url)),
    emptyOutDir: true,
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // A file beside the script, which the script does not name: visitors need not fetch it.
    sourcemap: 'hidden',
    reportCompressedSize: false,
    lib: {
      entry: fileURLToPath(new URL('widget/index.ts', import.meta.url)),
      formats: ['iife'],
      name: 'membership',
      fileName: () => 'membership.js',
    },
    rolldownOptions: {
      output: {
        codeSplitting: false,
        // One character above 255 doubles the memory of the script's text, and ASCII is read rightly in any encoding.
        charset: 'ascii',
      },
      // Module wrappers wait for a first call: the hint would make browsers compile React while the page loads.
      optimization: { pifeForModuleWrappers: false },
    },
  },
})
