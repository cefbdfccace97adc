import type { ChannelKind } from './world'

const sentence = 'The quick brown fox jumps over the lazy dog, as it did yesterday and will again tomorrow. '

/** What the comments of each channel contain: up to 10,000 characters, and one that honest people write. */
export const commentTexts: Readonly<Record<string, string>> = {
  paragraphs: '<p>x'.repeat(2_400),
  bold: '<b>'.repeat(95) + '<b>x</b>'.repeat(1_100) + '</b>'.repeat(95),
  links: '<a href="https://example.com">x</a>'.repeat(280),
  prose: sentence.repeat(111).slice(0, 10_000),
  short: `<p>${'<strong>good</strong> and <em>fine</em>, '.repeat(5)}</p>`.slice(0, 220),
} satisfies Record<ChannelKind, string>
