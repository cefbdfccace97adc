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
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'host-site/main.tsx' },
  },
})
