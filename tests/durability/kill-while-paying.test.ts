import { expect, test } from 'vitest'
import { killWhilePaying } from '../support/kill-while-paying'
import { tempFolder } from '../support/temp-folder'

test.each(['plans', 'trustTags'] as const)(
  '%s: nothing is charged or granted twice, and nothing paid is lost, when the API is killed while people pay, five times in a row',
  async (what) => {
    const report = await killWhilePaying(5, tempFolder(), what)
    expect(report).toMatchObject({ kills: 5, charged: [], granted: [] })
    expect(report.checkouts).toBeGreaterThanOrEqual(5)
    // At least once the blow fell between a payment and its grant.
    expect(report.between).toBeGreaterThan(0)
  },
  600_000,
)
