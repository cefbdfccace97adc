import sharp from 'sharp'

/** Flat colors compress well with a palette, without a visible difference. */
const FORMAT = { palette: true, quality: 80, dither: 0, effort: 8 }

/** Runs as a child process whose environment names the fonts. Arguments are the drawings. */
for (const file of process.argv.slice(2))
  await sharp(file)
    .png(FORMAT)
    .toFile(file.replace(/\.drawing\.svg$/, '.png'))
