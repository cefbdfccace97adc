import * as v from 'valibot'
import { FIGURE_DAYS_MAX } from '../../limits'
import type { SchemasFor } from '../../schemas/schema'
import type { adminFigureEndpoints } from '../endpoints/figures'
import { wholeNumber } from './paging'

/** Definitions are in `docs/admin-api.md`. */
export const figureNames = [
  'signups',
  'activeMembers',
  'mrr',
  'revenue',
  'fees',
  'failedPayments',
  'visits',
  'newPayers',
  'campaignSignups',
] as const
export type FigureName = (typeof figureNames)[number]

const isFigure = (name: string): name is FigureName => figureNames.some((one) => one === name)

const day = v.pipe(
  v.string('invalid-field-type'),
  v.regex(/^\d{4}-\d{2}-\d{2}$/u, 'invalid-field-value'),
  v.check((text) => {
    const time = Date.parse(`${text}T00:00:00Z`)
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  }, 'invalid-field-value'),
)

export const timeZone = v.pipe(
  v.string('invalid-field-type'),
  v.maxLength(64, 'field-limit-exceeded'),
  v.check((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  }, 'invalid-field-value'),
)

/** Both included. */
const range = { from: day, to: day }

export const adminFigureSchemas = {
  readFigures: {
    input: v.pipe(
      v.strictObject(
        {
          /** Separated by commas. Default: all. */
          names: v.optional(
            v.pipe(
              v.string('invalid-field-type'),
              v.transform((text) => [...new Set(text.split(',').map((name) => name.trim()))]),
              v.array(v.pipe(v.string(), v.check(isFigure, 'invalid-field-value'))),
              v.transform((names) => names.filter(isFigure)),
            ),
          ),
          ...range,
          step: v.optional(v.picklist(['day', 'week', 'month', 'total'], 'invalid-field-value'), 'day'),
          /** Default: the app's. */
          zone: v.optional(timeZone),
        },
        'unknown-parameter',
      ),
      v.check(({ from, to }) => {
        const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
        return days >= 1 && days <= FIGURE_DAYS_MAX
      }, 'invalid-field-value'),
    ),
    output: v.object({
      zone: v.string(),
      figures: v.array(
        v.object({
          name: v.picklist(figureNames),
          /** `money`: in minor units of the currency, which is the part. */
          unit: v.picklist(['count', 'money']),
          series: v.array(
            v.object({
              /** Currency or campaign; empty: the figure has no parts. */
              part: v.string(),
              /** `from`: first day of the step. Null: not known, because it was not collected yet. */
              values: v.array(v.object({ from: v.string(), value: v.nullable(v.number()) })),
            }),
          ),
        }),
      ),
    }),
  },
  /** Most viewed first. */
  listVisitPaths: {
    input: v.strictObject(
      {
        ...range,
        zone: v.optional(timeZone),
        limit: v.optional(
          v.pipe(wholeNumber, v.minValue(1, 'invalid-field-value'), v.maxValue(500, 'field-limit-exceeded')),
        ),
      },
      'unknown-parameter',
    ),
    output: v.array(v.object({ path: v.string(), views: v.number(), visits: v.number() })),
  },
} satisfies SchemasFor<typeof adminFigureEndpoints>
