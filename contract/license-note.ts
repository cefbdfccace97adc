/** Listed skills of trades that need a license in many places: shown directly below the skill. */
const regulated: ReadonlySet<string> = new Set([
  'Electrician',
  'Plumber',
  'HVAC Technician',
  'CNA',
  'Certified Nursing Assistant (CNA)',
  'Home Health Aide',
  'Medical Assistant',
  'Phlebotomy',
  'Pharmacy Technician',
  'Massage Therapy',
  'First Aid & CPR',
  'Truck Driver (CDL)',
  'Bus Driver',
  'Hazmat Handling',
  'Heavy Equipment Operator',
  'Forklift Operator',
  'Tax Preparation',
])

export const NOT_A_LICENSE = 'Knowledge test, not a license'

/** The line below the skill; null for a skill that needs none. @param skill as on the TrustTag */
export const licenseNote = (skill: string): string | null => (regulated.has(skill) ? NOT_A_LICENSE : null)
