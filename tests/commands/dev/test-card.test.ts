import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../support/run-process'

test('the demo video of the test card is a short, small and silent VP9 video', async () => {
  const file = readFileSync(join(projectRoot, 'widget/media/test-card.webm'))
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(file) })
  const track = await input.getPrimaryVideoTrack()
  expect([track?.codec, track?.displayWidth, track?.displayHeight]).toEqual(['vp9', 640, 400])
  expect(await input.getPrimaryAudioTrack()).toBeNull()
  const seconds = await input.computeDuration()
  expect(seconds).toBeGreaterThan(6)
  expect(seconds).toBeLessThan(10)
  expect(file.length).toBeLessThan(150_000)
})
