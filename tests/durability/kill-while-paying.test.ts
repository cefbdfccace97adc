import { expect, test } from 'vitest'
import { killWhilePaying } from '../support/kill-while-paying'
import { tempFolder } from '../support/temp-folder'

test.each(['plans', 'trustTags'] as const)(
  '%s: nothing is charged or granted twice, and nothing paid is lost, when the API is killed while people pay, ten times in a row',
  async (what) => {
    const report = await killWhilePaying(10, tempFolder(), what)
    expect(report).toMatchObject({ kills: 10, charged: [], granted: [] })
    expect(report.checkouts).toBeGreaterThanOrEqual(10)
    // At least once the blow fell between a payment and its grant.
    expect(report.between).toBeGreaterThan(0)
  },
  600_000,
)
