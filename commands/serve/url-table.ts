import type { Config } from '../../api/config'

/** The addresses a person wants after a start, as lines for the terminal. */
export function urlTable(config: Pick<Config, 'urls' | 'development' | 'servesDemoPages'>): string {
  const { urls, development, servesDemoPages } = config
  const rows: (readonly [string, string])[] = [
    ['TrustTag site', urls.site],
    ['API', urls.api],
    ['Widget script', `${urls.api}/membership.js`],
    ...(servesDemoPages ? [['Demo pages', urls.demo] as const] : []),
    ...(development ? [['Test mailbox', `${urls.api}/dev/mailbox`] as const] : []),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const table = rows.map(([name, url]) => `  ${name.padEnd(width)}  ${url}`)
  return ['', ...table, '', ...(development ? ['  Ctrl+C stops it.', ''] : [])].join('\n')
}
