import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { lazyModules } from './commands/build/lazy-modules.mjs'
import { leanEndpoints } from './commands/build/lean-endpoints.mjs'
import { leanScript } from './commands/build/lean-script.mjs'
import { privateProperties } from './commands/build/private-properties.mjs'
import { styleTexts } from './commands/build/style-texts.mjs'
import { tightModules } from './commands/build/tight-modules.mjs'
import { slimReact } from './commands/build/slim-react.mjs'
import { eagerFunctions } from './commands/build/eager-functions.mjs'
import { thirdPartyNotices } from './commands/licences/notices-plugin.mjs'

/** React, and the parts of the widget that are functions of their own (`lazy-modules`). */
const lateModules = [
  /\/(react|react-dom|scheduler)\/cjs\/[\w-]+\.production\.js$/,
  /\/widget\/(directives\/on-demand|captcha\/create-captcha|inspector\/start-inspector)\.ts$/,
  /\/widget\/(modals\/host|inspector\/sidebar\/mount-sidebar)\.tsx$/,
]

/**
 * The widget as one classic script. React is required only within the modals' function, which runs at the first wish for
 * one: until then it stays unevaluated.
 */
export default defineConfig({
  plugins: [
    leanEndpoints(),
    styleTexts(),
    lazyModules(),
    react(),
    slimReact(),
    eagerFunctions(),
    tightModules(lateModules),
    leanScript(),
    thirdPartyNotices('membership.js'),
  ],
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
        minify: { mangleProps: { include: new RegExp(`^(${privateProperties.join('|')})$`) } },
      },
    },
  },
})
