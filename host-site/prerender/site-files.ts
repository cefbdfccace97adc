import { indexedRoutes, type RouteName, routes, sharedRoutes } from '../paths'
import { escapeHtml, type Palette, shareImage, touchIcon } from './pictures'

export interface SiteFile {
  /** Path inside the site's folder. */
  file: string
  content: string
}

/** What a drawing is called until the build has made a PNG of it. */
const DRAWING = '.drawing.svg'

/** What the site serves beside its pages: for crawlers, for shared links, for home screens. */
export function siteFiles(palette: Palette): SiteFile[] {
  return [
    { file: 'sitemap.xml', content: sitemap() },
    { file: 'robots.txt', content: `User-agent: *\nAllow: /\n\nSitemap: ${SITE_URL}/sitemap.xml\n` },
    { file: `apple-touch-icon${DRAWING}`, content: touchIcon(palette) },
    ...sharedRoutes.map((name) => ({
      file: `og/${fileNameOf(name)}${DRAWING}`,
      content: shareImage(name, palette),
    })),
  ]
}

function sitemap(): string {
  const entries = indexedRoutes.map((name) => `  <url><loc>${escapeHtml(addressOf(name))}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

/**
 * Where site and membership script are in development. The server puts its own settings in their place as it serves a
 * file, so they stand in HTML, XML and plain text only and never in a script.
 */
export const SITE_URL = 'http://localhost:4000'
export const API_URL = 'http://localhost:4001'

/** The one address under which a page wants to be known. */
export const addressOf = (name: RouteName): string => SITE_URL + routes[name].path

/** `create-trust-tag` for `/create-trust-tag`: what files of a page are called. */
export const fileNameOf = (name: RouteName): string => routes[name].path.slice(1) || 'home'

/** The picture of a page for those who share a link to it. */
export const shareImagePath = (name: RouteName): string => `/og/${fileNameOf(name)}.png`
