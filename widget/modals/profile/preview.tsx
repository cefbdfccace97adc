import { useEffect, useRef } from 'react'

/** Twice the size on the page, for screens with small dots. */
const SIDE_PX = 144

/** A picture that is only here so far. On a canvas: a page's CSP may forbid an image's address, never a drawing. */
export function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    // What cannot be drawn here is for the server to judge.
    createImageBitmap(file).then(
      (picture) => drawSquare(canvas.current, picture),
      () => {},
    )
  }, [file])
  return <canvas ref={canvas} width={SIDE_PX} height={SIDE_PX} />
}

/** The middle of it, as the server will cut it. */
function drawSquare(canvas: HTMLCanvasElement | null, picture: ImageBitmap): void {
  const { width, height } = picture
  const side = Math.min(width, height)
  const [left, top] = [(width - side) / 2, (height - side) / 2]
  canvas?.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX)
  picture.close()
}
