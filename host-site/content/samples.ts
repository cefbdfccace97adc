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

/** TrustTags that nobody holds, to try a check with; marked as samples everywhere. */
export const sampleIds = ['TT-WD2024001', 'TT-EL2024017', 'TT-QB2024042'] as const
