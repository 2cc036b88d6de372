import type { OutgoingAttachment } from '#client/media.ts'
import type { DrawnRandom } from '../world/seeded-random.ts'
import { encodePng } from './encode-png.ts'
import { paintLandscape } from './paint-landscape.ts'

/** A new landscape, ready to be sent. */
export async function paintPicture(random: DrawnRandom): Promise<OutgoingAttachment> {
  const landscape = paintLandscape(random)
  const content = await encodePng(landscape)
  const { width, height } = landscape
  return {
    kind: 'image',
    width,
    height,
    file: { name: 'landscape.png', type: 'image/png', size: content.length, content },
  }
}
