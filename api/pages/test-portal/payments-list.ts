import { html } from 'hono/html'
import type { TestChargeRow } from '../../ports/test-payments-store'
import type { Html } from '../layout'
import { money } from '../money'
import { day } from './day'

const statuses: Readonly<Record<TestChargeRow['status'], string>> = {
  PAID: 'Paid',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
}

/** What was paid, newest first. */
export function paymentsList(charges: readonly TestChargeRow[]): Html {
  if (charges.length === 0) return html`<p>Nothing has been paid yet.</p>`
  return html`<div class="scroll" role="region" aria-label="Payments" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">What for</th>
          <th scope="col">Status</th>
          <th scope="col" class="amount">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${charges.map(entry)}
      </tbody>
    </table>
  </div>`
}

function entry({ createdAt, reason, status, amountMinor, currency }: TestChargeRow): Html {
  return html`<tr>
    <td>${day(createdAt)}</td>
    <td>${reason}</td>
    <td>${amountMinor < 0 ? 'Credited' : statuses[status]}</td>
    <td class="amount">${money(amountMinor, currency)}</td>
  </tr>`
}
