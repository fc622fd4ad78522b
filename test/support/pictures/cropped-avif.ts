import sharp from 'sharp'

const CROP = 'clap'

/** A plain AVIF of `coded` pixels a side that declares a crop of `shown` pixels (ISO/IEC 14496-12, clean aperture). */
export async function croppedAvif(coded: number, shown: number): Promise<Buffer> {
  const size = { width: coded, height: coded }
  const avif = await sharp({ create: { ...size, channels: 3, background: '#c1121f' } })
    .avif({ effort: 0 })
    .toBuffer()
  const crop = Buffer.alloc(40)
  crop.writeUInt32BE(crop.length, 0)
  crop.write(CROP, 4, 'latin1')
  ;[shown, 1, shown, 1, 0, 1, 0, 1].forEach((value, index) => crop.writeUInt32BE(value, 8 + 4 * index))

  const start = (type: string) => avif.indexOf(type, 0, 'latin1') - 4
  const end = (type: string) => start(type) + avif.readUInt32BE(start(type))
  const places = { properties: end('ipco'), uses: end('ipma') }
  const used = start('ipma') + 18
  const content = start('mdat') + 8
  const contentSaid = avif.indexOf(uint32(content), start('iloc'))
  for (const [type, more] of Object.entries({ ipco: 40, ipma: 1, iprp: 41, meta: 41 })) {
    avif.writeUInt32BE(avif.readUInt32BE(start(type)) + more, start(type))
  }
  avif.writeUInt32BE(content + 41, contentSaid)
  const properties = avif[used] ?? 0
  avif[used] = properties + 1
  return Buffer.concat([
    avif.subarray(0, places.properties),
    crop,
    avif.subarray(places.properties, places.uses),
    Buffer.from([0x80 | (properties + 1)]),
    avif.subarray(places.uses),
  ])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
