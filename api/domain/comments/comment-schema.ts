import type { Schema } from 'hast-util-sanitize'

/** What a comment may hold: words, emphasis, lists, quotes, code, and links that lend nobody our good name. */
export const commentSchema: Schema = {
  tagNames: ['p', 'br', 'a', 'b', 'strong', 'i', 'em', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li'],
  attributes: { a: ['href'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  // What the writer wrote there is dropped, so ours is always the one that is missing.
  required: { a: { rel: 'nofollow ugc noopener' } },
  ancestors: { li: ['ul', 'ol'] },
  // What goes with all that is in it; other elements that are not allowed leave their content behind.
  strip: [
    'script',
    'style',
    'template',
    'title',
    'iframe',
    'object',
    'embed',
    'applet',
    'noembed',
    'noframes',
    'noscript',
    'svg',
    'math',
    'select',
    'datalist',
    'textarea',
    'canvas',
    'xmp',
    'plaintext',
    'frameset',
  ],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
}
