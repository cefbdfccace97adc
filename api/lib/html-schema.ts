import type { Schema } from 'hast-util-sanitize'

const words = (list: string): string[] => list.split(' ')

const tableParts = words('caption col colgroup tbody td tfoot th thead tr')
const media = words('src controls loop muted preload')

/**
 * What hosted HTML may hold: text, tables, pictures, video, links, and buttons that do nothing by themselves. No code, no
 * styles, and nothing that a visitor could type a password into.
 */
export const htmlSchema: Schema = {
  tagNames: [
    ...words('article aside div footer header hgroup main nav section span address blockquote br details figcaption'),
    ...words(
      'figure hr p pre summary h1 h2 h3 h4 h5 h6 dd dl dt li ol ul a abbr b bdi bdo button cite code data del dfn',
    ),
    ...words('em i ins kbd mark q rp rt ruby s samp small strong sub sup time u var wbr table audio img source video'),
    ...tableParts,
  ],
  attributes: {
    // Ids and names are left out: scripts of the page look for them, and would find these. Of the attributes that begin
    // with `data-` the widget's own are kept (`keepOwnData`).
    '*': words('className title lang dir hidden role ariaLabel ariaHidden ariaCurrent data*'),
    a: [...words('href hrefLang rel download'), ['target', '_blank', '_self']],
    audio: media,
    blockquote: ['cite'],
    col: ['span'],
    colgroup: ['span'],
    data: ['value'],
    del: ['cite', 'dateTime'],
    details: ['open'],
    img: words('src alt width height loading decoding'),
    ins: ['cite', 'dateTime'],
    li: ['value'],
    ol: words('start reversed type'),
    q: ['cite'],
    source: ['src', 'type'],
    td: ['colSpan', 'rowSpan'],
    th: ['colSpan', 'rowSpan', 'scope'],
    time: ['dateTime'],
    video: [...media, ...words('poster width height playsInline')],
  },
  // Outside a table a browser drops these, and the two forms of the content would differ.
  ancestors: Object.fromEntries(tableParts.map((tag) => [tag, ['table']])),
  required: { button: { type: 'button' } },
  protocols: {
    href: words('http https mailto tel'),
    src: ['http', 'https'],
    poster: ['http', 'https'],
    cite: ['http', 'https'],
  },
  // What goes with all that is in it; other elements that are not allowed leave their content behind.
  strip: [
    ...words(
      'script style template title iframe object embed applet noembed noframes noscript svg math select datalist',
    ),
    ...words('textarea canvas xmp plaintext frameset'),
  ],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
}
