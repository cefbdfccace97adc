import { expect, test } from 'vitest'
import { killWhilePaying } from '../support/kill-while-paying'
import { tempFolder } from '../support/temp-folder'

test.each(['plans', 'trustTags'] as const)(
  '%s: nothing is charged or granted twice, and nothing paid is lost, when the API is killed while people pay, fifty times in a row',
  async (what) => {
    const report = await killWhilePaying(50, tempFolder(), what)
    expect(report).toMatchObject({ kills: 50, charged: [], granted: [] })
    expect(report.checkouts).toBeGreaterThanOrEqual(50)
    // At least once the blow fell between a payment and its grant.
    expect(report.between).toBeGreaterThan(0)
  },
)
