/** Of the light set of the design language; a test compares them with the site's own. */
export const colours = {
  paper: '#fbfaf6',
  raised: '#ffffff',
  ink: '#15211f',
  'ink-soft': '#4b5855',
  line: '#dcd8cb',
  accent: '#0b5750',
  'on-accent': '#ffffff',
  brass: '#7d5300',
  'brass-bright': '#dfa32c',
  danger: '#a3160f',
} as const
