import sharp from 'sharp'

/** Flat colours and fine lines: a palette keeps a picture small, and nobody sees it. */
const FORMAT = { palette: true, quality: 80, dither: 0, effort: 8 }

/** Run as a process of its own, whose environment names the fonts. The arguments are the drawings. */
for (const file of process.argv.slice(2))
  await sharp(file)
    .png(FORMAT)
    .toFile(file.replace(/\.drawing\.svg$/, '.png'))
