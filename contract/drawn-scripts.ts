/** Unicode's names of the scripts in which certificates, badges and pictures can be written. A test draws each. */
export const drawnScripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thai',
] as const

const otherLetter = new RegExp(`(?![${drawnScripts.map((name) => `\\p{Script=${name}}`).join('')}])\\p{L}`, 'u')

/** Whether every letter is of a script that can be drawn. Signs and digits are not looked at. */
export const isInDrawnScript = (name: string): boolean => !otherLetter.test(name)
