const sentence = 'The quick brown fox jumps over the lazy dog, as it did yesterday and will again tomorrow. '

/**
 * Texts of the comments in each channel: up to 10,000 characters as the finding sent them, texts at the current limits of
 * elements and depth, and ordinary text.
 */
export const commentTexts = {
  paragraphs: '<p>x'.repeat(2_400),
  bold: '<b>'.repeat(95) + '<b>x</b>'.repeat(1_100) + '</b>'.repeat(95),
  links: '<a href="https://example.com">x</a>'.repeat(280),
  prose: sentence.repeat(111).slice(0, 10_000),
  short: `<p>${'<strong>good</strong> and <em>fine</em>, '.repeat(5)}</p>`.slice(0, 220),
  'most elements': '<p>x'.repeat(980),
  'deepest elements': '<b>'.repeat(45) + '<b>x</b>'.repeat(900) + '</b>'.repeat(45),
} as const

export type ChannelKind = keyof typeof commentTexts

export const channelKinds = [
  'paragraphs',
  'bold',
  'links',
  'prose',
  'short',
  'most elements',
  'deepest elements',
] as const satisfies readonly ChannelKind[]

/** The key of a channel with 100 such comments; the channel is empty if the server refuses them. */
export const channelOf = (kind: ChannelKind): string => kind.replaceAll(' ', '-')
