/** Why a typed name cannot be assessed, as shown to the person who typed it. */
export const skillRefusals = {
  'protected-title': 'This title needs a license, which an online test can’t give. Please choose a skill instead.',
  'vendor-certificate': 'This is another organization’s certificate. Please choose the skill behind it.',
  brand: 'This is a product that TrustTag doesn’t test. Please choose the skill behind it.',
  'claim-word': 'A TrustTag is a knowledge test, not a license or a title. Please type the skill alone.',
  profanity: 'Please type a skill or a job, without words that offend people.',
  person: 'This looks like a person’s name. Please type a skill or a job.',
  'no-skill': 'Please type a skill or a job in words, without links or email addresses.',
} as const

export type SkillRefusal = keyof typeof skillRefusals
