import type { IconName } from '../ui/icon'

/** The categories of skills; the id also gives each its colour (styles/category-hues.css). */
export const categories = [
  { id: 'accounting', title: 'Accounting & Finance', icon: 'ledger' },
  { id: 'investing', title: 'Investing & Markets', icon: 'rising' },
  { id: 'data', title: 'Data Analytics & Business Intelligence', icon: 'bars' },
  { id: 'business', title: 'Business & Strategy', icon: 'compass' },
  { id: 'technology', title: 'Technology & Tools', icon: 'chip' },
  { id: 'soft', title: 'Cross-Industry & Soft Skills', icon: 'voices' },
  { id: 'compliance', title: 'Compliance, Audit & Risk', icon: 'scales' },
  { id: 'trades', title: 'Skilled Trades & Construction', icon: 'hammer' },
  { id: 'healthcare', title: 'Healthcare & Wellness', icon: 'heart' },
  { id: 'hospitality', title: 'Hospitality & Food Service', icon: 'pot' },
  { id: 'transportation', title: 'Transportation & Logistics', icon: 'truck' },
  { id: 'automotive', title: 'Automotive & Mechanical', icon: 'gauge' },
] as const satisfies readonly { id: string; title: string; icon: IconName }[]

export type Category = (typeof categories)[number]
export type CategoryId = Category['id']
