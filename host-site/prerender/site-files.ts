import { indexedRoutes, type RouteName, routes, sharedRoutes } from '../paths'
import { escapeHtml, type Palette, shareImage, touchIcon } from './pictures'

export interface SiteFile {
  /** Relative to the site's folder. */
  file: string
  content: string
}

/** Renamed when the build has rendered the PNG. */
const DRAWING = '.drawing.svg'

/** Files for crawlers, link previews and home screens. @param skillPaths of the skills' own pages */
export function siteFiles(palette: Palette, skillPaths: readonly string[] = []): SiteFile[] {
  return [
    { file: 'sitemap.xml', content: sitemap(skillPaths) },
    { file: 'robots.txt', content: `User-agent: *\nAllow: /\n\nSitemap: ${SITE_URL}/sitemap.xml\n` },
    { file: `apple-touch-icon${DRAWING}`, content: touchIcon(palette) },
    ...sharedRoutes.map((name) => ({
      file: `og/${fileNameOf(name)}${DRAWING}`,
      content: shareImage(name, palette),
    })),
  ]
}

function sitemap(skillPaths: readonly string[]): string {
  const addresses = [...indexedRoutes.map(addressOf), ...skillPaths.map((path) => SITE_URL + path)]
  const entries = addresses.map((address) => `  <url><loc>${escapeHtml(address)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

/** Development origins. The server replaces them in HTML, XML and plain text as it serves a file, never in scripts. */
export const SITE_URL = 'http://localhost:4000'
export const API_URL = 'http://localhost:4001'

/** The canonical URL of a page. */
export const addressOf = (name: RouteName): string => SITE_URL + routes[name].path

/** `create-trust-tag` for `/create-trust-tag`. */
export const fileNameOf = (name: RouteName): string => routes[name].path.slice(1) || 'home'

export const shareImagePath = (name: RouteName): string => `/og/${fileNameOf(name)}.png`
