import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** A file that a person chooses. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A small real file of test/fixtures/media. */
export const mediaFile = (name: string, mimeType: string): ChosenFile => ({
  ...{ name, mimeType },
  buffer: readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url)),
})

export const tray = (page: Page) => page.getByRole('list', { name: 'Attachments to send' })

/** Chooses files by an entry of the composer's attachment menu. */
export async function attach(
  page: Page,
  files: ChosenFile | readonly ChosenFile[],
  entry: 'Photos and videos' | 'Audio' | 'File' = 'Photos and videos',
): Promise<void> {
  await page.getByRole('button', { name: 'Attach' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: entry }).click()
  await (await chooser).setFiles('buffer' in files ? files : [...files])
}

/** Pastes or drops a file; its bytes are zero when only their number is given. */
export const bring = async (
  page: Page,
  way: 'paste' | 'drop',
  file: { readonly name: string; readonly type: string; readonly bytes: Buffer | number },
): Promise<void> => {
  // The composer may load later than the rest of the conversation.
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await page.evaluate(
    ({ way, name, type, bytes }) => {
      const carried = new DataTransfer()
      const content = typeof bytes === 'number' ? new Uint8Array(bytes) : Uint8Array.from(bytes)
      carried.items.add(new File([content], name, { type }))
      const common = { bubbles: true, cancelable: true }
      const event =
        way === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: carried, ...common })
          : new DragEvent('drop', { dataTransfer: carried, ...common })
      const textbox = '[role="textbox"][aria-label="Message"], textarea[aria-label="Message"]'
      const target = document.querySelector(way === 'paste' ? textbox : 'main')
      if (!target) throw new Error(`Nothing to ${way} into`)
      target.dispatchEvent(event)
    },
    { way, ...file, bytes: typeof file.bytes === 'number' ? file.bytes : [...file.bytes] },
  )
}
