// Reads what a film is, in a thread of its own: what a stranger's file does to a parser happens here. Plain JavaScript, because
// it runs as it stands, built or not.
import { parentPort, workerData } from 'node:worker_threads'
import { CustomSource, EncodedPacketSink, Input, MP4, QTFF, WEBM } from 'mediabunny'

/**
 * The metadata of a film.
 * @typedef {object} VideoFacts
 * @property {'mp4' | 'quicktime' | 'webm'} container
 * @property {number} width pixels, as shown
 * @property {number} height
 * @property {number} seconds of its video track; of its first packets where the container does not say
 */

/** Packets that are looked at where the container does not say how long it is. */
const PACKETS_MAX = 100

/** @type {Map<number, (bytes: Uint8Array) => void>} */
const waiting = new Map()
let reads = 0

parentPort?.on('message', (/** @type {{ id: number, bytes: Uint8Array }} */ { id, bytes }) => {
  waiting.get(id)?.(bytes)
  waiting.delete(id)
})

/** @param {number} start @param {number} end @returns {Promise<Uint8Array>} */
function read(start, end) {
  reads += 1
  const id = reads
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    parentPort?.postMessage({ read: { id, position: start, length: end - start } }, [])
  })
}

/** @returns {Promise<VideoFacts | null>} null for what is no film with pictures */
async function readFacts() {
  const { size } = workerData
  const source = new CustomSource({ getSize: () => size, read, prefetchProfile: 'fileSystem' })
  const input = new Input({ source, formats: [MP4, QTFF, WEBM] })
  const format = await input.getFormat()
  const track = await input.getPrimaryVideoTrack()
  if (!track) return null
  const sink = new EncodedPacketSink(track)
  const first = await sink.getFirstPacket()
  // Its pictures are there, and not a hole in a file.
  if (!first || first.data.length === 0 || first.data.every((byte) => byte === 0)) return null
  return {
    container: format === MP4 ? 'mp4' : format === QTFF ? 'quicktime' : 'webm',
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    seconds: (await track.getDurationFromMetadata()) ?? (await secondsOfFirst(sink, first)),
  }
}

/**
 * @param {EncodedPacketSink} sink
 * @param {import('mediabunny').EncodedPacket} first
 */
async function secondsOfFirst(sink, first) {
  let end = first.timestamp + first.duration
  let packet = await sink.getNextPacket(first, { metadataOnly: true })
  for (let count = 1; packet && count < PACKETS_MAX; count += 1) {
    end = Math.max(end, packet.timestamp + packet.duration)
    packet = await sink.getNextPacket(packet, { metadataOnly: true })
  }
  return end - first.timestamp
}

void readFacts()
  .catch(() => null)
  .then((facts) => parentPort?.postMessage({ facts }, []))
