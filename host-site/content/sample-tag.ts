/** What a TrustTag looks like; a sample, and marked so. */
export const sampleTag = {
  id: 'TT-EL2024017',
  skill: 'Electrician',
  holder: 'Maria Alvarez',
  score: 92,
  issued: '14 March 2024',
  category: 'Skilled Trades & Construction',
  mark: 'Sample',
} as const
