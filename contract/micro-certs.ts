/** The job roles of 'Popular MicroCerts' (seed 000 section 9). */
const jobRoles = [
  'Driver',
  'Food Service Worker',
  'Healthcare Assistant',
  'Construction Worker',
  'Customer Service Rep',
  'Sales Associate',
  'Administrative Assistant',
  'Maintenance Tech',
  'Warehouse Worker',
  'Security Officer',
  'Childcare Provider',
  'Housekeeper',
  'Landscaper',
  'Retail Associate',
  'Delivery Driver',
] as const

export const microCerts: readonly string[] = jobRoles.map((role) => `Proven ${role}`)
