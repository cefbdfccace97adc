import { indexedRoutes, sharedRoutes } from '../paths'
import { addressOf, fileNameOf, SITE_URL } from './addresses'
import { escapeHtml } from './escape-html'
import type { Palette } from './palette'
import { shareImage } from './share-image'
import { touchIcon } from './touch-icon'

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
