import type { Page } from '@playwright/test'
import { expect, test } from './support/gallery.ts'

/** The colours of some pixels of a picture and its size, or the error. */
const capture = (page: Page, selector: string, places: readonly (readonly [number, number])[] = []) =>
  page.evaluate(
    async ({ wanted, at }) => {
      const answer = await new Promise<Blob | string>((resolve) => {
        const take = (event: Event) => resolve(event instanceof CustomEvent ? event.detail : '')
        window.addEventListener('gallery:captured', take, { once: true })
        window.dispatchEvent(new CustomEvent('gallery:capture', { detail: wanted }))
      })
      if (typeof answer === 'string') return answer
      const picture = await createImageBitmap(answer)
      const { width, height } = picture
      const context = new OffscreenCanvas(width, height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      const colours = at.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].join(' '))
      return { type: answer.type, width, height, colours }
    },
    { wanted: selector, at: places },
  )

test('an element is captured as a picture of twice its size, or the capture reports why not [MEDIA-38 MEDIA-39]', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}/messages`)
  await expect(page.getByRole('list', { name: 'Conversations' })).toBeVisible()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      .card { position: fixed; inset: 0 auto auto 0; display: flex; inline-size: 40px; block-size: 20px; margin: 5px; background: rgb(255 0 0) }
      .card > * { inline-size: 20px; block-size: 20px; background: rgb(0 0 255) }
      .hidden { display: none }`)
    document.adoptedStyleSheets.push(sheet)
    const card = (id: string) => {
      const element = document.createElement('div')
      Object.assign(element, { id, className: 'card' })
      document.body.append(element)
      return element
    }
    card('plain').append(document.createElement('span'))
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = 'rgb(0 255 0)'
    context?.fillRect(0, 0, canvas.width, canvas.height)
    card('drawn').append(canvas)
    const missing = new Image()
    missing.src = `/files/messages/${'0'.repeat(40)}.gone`
    card('broken').append(missing)
    card('unseen').classList.add('hidden')
  })
  const places = [
    [10, 10],
    [70, 30],
  ] as const
  expect(await capture(page, '#plain', places)).toEqual({
    ...{ type: 'image/png', width: 80, height: 40 },
    colours: ['0 0 255 255', '255 0 0 255'],
  })
  expect(await capture(page, '#drawn', places)).toMatchObject({
    colours: ['0 255 0 255', '255 0 0 255'],
  })
  expect(await capture(page, '#broken')).toBe('CaptureError: FAILED_TO_CAPTURE_IMAGE')
  expect(await capture(page, '#unseen')).toBe('CaptureError: INVALID_CAPTURE_TARGET')
  expect(await capture(page, '#nothing')).toBe('CaptureError: INVALID_CAPTURE_TARGET')
})
