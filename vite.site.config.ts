import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { prerenderSite } from './host-site/prerender/plugin'

/** The TrustTag site: hashed client files and one prerendered HTML file for each route, in `dist/site`. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'host-site/public',
  plugins: [react(), prerenderSite()],
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: 'host-site/main.tsx',
      // React in a file of its own: it stays in the browser's store while the site changes. What two pages have in common
      // comes in one file for all of them, not in a dozen of a few bytes.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            { name: 'shared', test: /\/(host-site\/(?!pages\/)|contract\/)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
