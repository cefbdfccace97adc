/** @typedef {import('./film-checkout.mjs').Shot} Shot */
/** @typedef {import('./write-webm.mjs').Video} Video */

const FRAMES_PER_SECOND = 20
const FRAME_MS = 1000 / FRAMES_PER_SECOND
/** Text stays sharp; what does not move costs next to nothing. */
const BITS_PER_SECOND = 60_000

/**
 * Encodes shots as VP9 with the browser's own encoder.
 * @param {import('@playwright/test').Page} page any page of a secure origin
 * @param {readonly Shot[]} shots all of one size
 * @returns {Promise<Video>}
 */
export async function encodeVideo(page, shots) {
  const { width, height } = pngSize(shots[0]?.png ?? Buffer.alloc(24))
  await page.evaluate(openEncoder, { width, height, bitrate: BITS_PER_SECOND, framerate: FRAMES_PER_SECOND })
  let count = 0
  for (const { png, frames } of shots) {
    const times = Array.from({ length: frames }, (_, index) => (count + index) * FRAME_MS)
    await page.evaluate(encode, { png: png.toString('base64'), times })
    count += frames
  }
  const encoded = await page.evaluate(() => Reflect.get(window, 'finishVideo')())
  return {
    width,
    height,
    durationMs: count * FRAME_MS,
    frames: encoded.map((/** @type {{ data: string, timeMs: number, isKey: boolean }} */ { data, timeMs, isKey }) => ({
      data: Buffer.from(data, 'base64'),
      timeMs,
      isKey,
    })),
  }
}

/** @param {Buffer} png */
const pngSize = (png) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

/** Runs in the page. @param {{ width: number, height: number, bitrate: number, framerate: number }} settings */
function openEncoder(settings) {
  /** @type {{ data: string, timeMs: number, isKey: boolean }[]} */
  const frames = []
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      frames.push({ data, timeMs: Math.round(chunk.timestamp / 1000), isKey: chunk.type === 'key' })
    },
    error: (problem) => {
      throw problem
    },
  })
  encoder.configure({ codec: 'vp09.00.10.08', latencyMode: 'quality', ...settings })
  Object.assign(window, {
    videoEncoder: encoder,
    finishVideo: async () => {
      await encoder.flush()
      return frames
    },
  })
}

/** Runs in the page. @param {{ png: string, times: number[] }} shot times in milliseconds */
async function encode({ png, times }) {
  const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const encoder = Reflect.get(window, 'videoEncoder')
  for (const time of times) {
    const frame = new VideoFrame(picture, { timestamp: time * 1000 })
    encoder.encode(frame, { keyFrame: time === 0 })
    frame.close()
  }
  picture.close()
}
