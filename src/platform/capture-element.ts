import { errorName } from '#domain/http/rejection.ts'

/** Pixels of the capture per CSS pixel [MEDIA-39]. */
export const captureRatio = 2

/** Why an element could not be captured. For developers; the screen shows its own text [MEDIA-38 ERR-07]. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError'
  readonly code: CaptureErrorCode

  constructor(code: CaptureErrorCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}
export type CaptureErrorCode = (typeof errorName)['invalidCaptureTarget' | 'failedToCaptureImage']

/**
 * Captures an element as a PNG of twice its size. Rejects with INVALID_CAPTURE_TARGET if it is not rendered, and with
 * FAILED_TO_CAPTURE_IMAGE if this browser cannot capture it [MEDIA-38 MEDIA-39].
 */
export async function captureElement(target: unknown): Promise<Blob> {
  if (!(target instanceof HTMLElement) || !target.isConnected)
    throw new CaptureError(errorName.invalidCaptureTarget)
  const { width, height } = target.getBoundingClientRect()
  if (width === 0 || height === 0) throw new CaptureError(errorName.invalidCaptureTarget)
  try {
    return await toPicture(await copyAsDrawn(target), { width, height })
  } catch (cause) {
    throw new CaptureError(errorName.failedToCaptureImage, cause)
  }
}

/** Copies an element with its computed styles and its images inlined, so that it looks the same without the page. */
async function copyAsDrawn(source: HTMLElement): Promise<HTMLElement> {
  const copy = source.cloneNode(true)
  // `cloneNode` of an HTML element returns one too; its type does not say so.
  const root = copy as HTMLElement
  const originals = [source, ...source.querySelectorAll('*')]
  const copies = [root, ...root.querySelectorAll('*')]
  await Promise.all(originals.map((original, index) => settle(original, copies[index])))
  root.style.margin = '0'
  return root
}

async function settle(original: Element, copy: Element | undefined): Promise<void> {
  if (!(copy instanceof HTMLElement || copy instanceof SVGElement)) return
  const drawn = getComputedStyle(original)
  for (const property of drawn) copy.style.setProperty(property, drawn.getPropertyValue(property))
  if (original instanceof HTMLCanvasElement) copy.replaceWith(pictureOf(original.toDataURL(), copy))
  if (original instanceof HTMLImageElement && copy instanceof HTMLImageElement) {
    copy.removeAttribute('srcset')
    copy.src = await toDataAddress(original.currentSrc || original.src)
  }
}

function pictureOf(address: string, { style }: HTMLElement | SVGElement): HTMLImageElement {
  const picture = new Image()
  picture.src = address
  picture.style.cssText = style.cssText
  return picture
}

async function toDataAddress(address: string): Promise<string> {
  if (address === '' || address.startsWith('data:')) return address
  const response = await fetch(address)
  if (!response.ok) throw new Error(`a picture in it answered ${response.status}`)
  const content = await response.blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(content)
  })
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Puts the element into an SVG, which browsers paint without running scripts or loading resources. */
async function toPicture(element: HTMLElement, { width, height }: Size): Promise<Blob> {
  const markup = new XMLSerializer().serializeToString(element)
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`
  await image.decode()
  const canvas = new OffscreenCanvas(Math.ceil(width * captureRatio), Math.ceil(height * captureRatio))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.scale(captureRatio, captureRatio)
  context.drawImage(image, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/png' })
}
